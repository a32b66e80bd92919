// The optimisation journey of a family: rung by rung what changed, and what it brought.
import type { FamilyLadder } from '@kernel-ladder/schema';
import type { MachineRows } from '@kernel-ladder/curriculum';
import type { MetricId } from '@kernel-ladder/schema';
import { cell, laddersOf, mainMachine, passedOf, speedUp, timeText } from './data.ts';
import type { Ladder } from './data.ts';
import { metricColumn, otherMetrics, timeHead } from './metric-columns.ts';
import { sourceCells, sourceColumns, writeReport } from './report.ts';
import type { Report, ReportInput, Section } from './report.ts';

/** The journey of one family: a section a ladder, a row a rung, all rungs of one run. */
export function journey(family: FamilyLadder, input: ReportInput): Report {
  const machine = mainMachine(input);
  const order = family.rungs.map(({ name }) => name);
  const ladders = laddersOf(machine, family.name, order);
  return writeReport({
    name: `journey-${family.name}`,
    title: `Optimisation journey: ${family.title}`,
    intro:
      'Each table is one case, measured in one run. Bytes and operations are modelled, times are medians with the 95 % interval of the median, the speed-up is over the first rung of the table. A rung whose timing must not be compared, because the device throttled, is left out.',
    sections: ladders.map((ladder) => section(family, ladder)),
    missing: missingRungs(family, machine),
  });
}

// Shown by name: of the two rates a journey has its family's headline.
const ownMetrics: readonly MetricId[] = ['medianNs', 'gbps', 'gflops', 'pctOfRoof', 'pctOfPeak'];

function section(family: FamilyLadder, { caseName, rungs }: Ladder): Section {
  const column = (id: MetricId) => metricColumn(id, rungs);
  const rate = column(family.headline.metric);
  const shares = [column('pctOfRoof'), column('pctOfPeak')];
  const others = otherMetrics(rungs, ownMetrics).map(column);
  const [first] = rungs;
  return {
    title: `\`${caseName}\``,
    text: `Cache state: ${first?.result.timing?.cache ?? 'unknown'}.`,
    columns: [
      'rung',
      'what it changes',
      'bytes',
      'operations',
      timeHead,
      rate.head,
      'speed-up',
      ...[...shares, ...others].map(({ head }) => head),
      'samples',
      ...sourceColumns,
    ],
    rows: rungs.map((row) => {
      const { result } = row;
      const { work, timing } = result;
      return [
        result.variant,
        family.rungs.find(({ name }) => name === result.variant)?.summary ?? '',
        cell(work.implBytes),
        cell(work.flops),
        timeText(row),
        rate.cell(row),
        speedUp(row, first),
        ...[...shares, ...others].map((one) => one.cell(row)),
        cell(timing?.n),
        ...sourceCells(row),
      ];
    }),
    sources: rungs,
  };
}

function missingRungs(family: FamilyLadder, machine: MachineRows | null): readonly string[] {
  const passed = passedOf(machine, family.name);
  // Other people's kernels and CPU rows stand beside the ladder: nothing is missing without them.
  const own = family.rungs.filter(({ kind }) => kind === 'gpu');
  const absent = own.filter(({ name }) => !passed.some(({ result }) => result.variant === name));
  const device = machine?.machine.adapter.name ?? 'hardware';
  return absent.map(({ name }) => `\`${family.name}/${name}\`: no passed result on ${device}`);
}
