// The optimisation journey of a family: rung by rung what changed and what it brought, what went wrong, and what surprised.
import type { FamilyLadder, MetricId } from '@kernel-ladder/schema';
import type { MachineRows, Row } from '@kernel-ladder/curriculum';
import { climbOf, leastClimbs, leastStep, percentOf, stepsOf, tellingLadders } from './climb.ts';
import type { Step } from './climb.ts';
import { casesOf, cell, mainMachine, passedOf, speedUp, timeText } from './data.ts';
import type { Ladder } from './data.ts';
import { boundFrom, launchesFrom } from '@kernel-ladder/schema';
import { heldBackBy } from './limits.ts';
import { metricColumn, otherMetrics, timeHead } from './metric-columns.ts';
import type { MetricColumn } from './metric-columns.ts';
import { sourceCells, sourceColumns, writeReport } from './report.ts';
import type { Report, ReportInput, Section } from './report.ts';
import { setbackSection, stepText } from './setbacks.ts';
import { surpriseSection } from './surprises.ts';

/** The journey of one family: what its ladders come to, a section a ladder with a row a rung, setbacks and surprises. */
export function journey(family: FamilyLadder, input: ReportInput): Report {
  const machine = mainMachine(input);
  const order = family.rungs.map(({ name }) => name);
  const all = casesOf(machine, family.name, order);
  const ladders = tellingLadders(all);
  return writeReport({
    name: `journey-${family.name}`,
    title: `Optimisation journey: ${family.title}`,
    intro: `Each ladder is one case, measured in one run: of all cases that the same rungs solve the one with most work, and the one where most rungs climb if that is another. A rung climbs where it is ${percentOf(leastStep)} faster than the best before it, by the near ends of both 95 % intervals. A ladder is a journey where ${leastClimbs} rungs or more climb; any other is a finding. Bytes and operations are modelled, times are medians with their interval. What holds a rung back follows from its time: launches from ${launchesFrom} % of it on, a measured roof from ${boundFrom} %; else the requests to global memory from ${boundFrom} % of the memory roof on; else it waits.`,
    sections: [
      summary(ladders),
      ...ladders.map((ladder) => section(family, ladder)),
      setbackSection(machine, family.name, all),
      surpriseSection(all),
    ],
    missing: missingRungs(family, machine),
  });
}

function summary(ladders: readonly Ladder[]): Section {
  const climbs = ladders.map((ladder) => ({ ladder, ...climbOf(stepsOf(ladder.rungs)) }));
  return {
    title: 'Journeys and findings',
    text: '',
    columns: ['case', 'rungs', 'climb', 'best', 'over the first', 'verdict', 'why', ...sourceColumns],
    rows: climbs.flatMap(({ ladder, best, climbs: count, gain, isJourney, why }) =>
      best
        ? [
            [
              `\`${ladder.caseName}\``,
              cell(ladder.rungs.length),
              cell(count),
              best.result.variant,
              cell(gain, '×'),
              isJourney ? 'journey' : 'finding',
              why,
              ...sourceCells(best),
            ],
          ]
        : [],
    ),
    sources: climbs.flatMap(({ best }) => best ?? []),
  };
}

// Shown by name: of the two rates a journey has its family's headline.
const ownMetrics: readonly MetricId[] = ['medianNs', 'gbps', 'gflops', 'pctOfRoof', 'pctOfPeak'];

function section(family: FamilyLadder, ladder: Ladder): Section {
  const { caseName, rungs } = ladder;
  const column = (id: MetricId) => metricColumn(id, rungs);
  const measured = [
    column(family.headline.metric),
    column('pctOfRoof'),
    column('pctOfPeak'),
    ...otherMetrics(rungs, ownMetrics).map(column),
  ];
  const [first] = rungs;
  const { isJourney, why } = climbOf(stepsOf(rungs));
  const about = [
    `${isJourney ? 'A journey' : 'A finding, not a journey'}: ${why}.`,
    `Cache state: ${first?.result.timing?.cache ?? 'unknown'}.`,
    ...leftOutText(ladder),
  ];
  return {
    title: `\`${caseName}\``,
    text: about.join(' '),
    columns: [
      'rung',
      'what it changes',
      'bytes',
      'operations',
      timeHead,
      'speed-up',
      'step',
      'held back by',
      ...measured.map(({ head }) => head),
      'samples',
      ...sourceColumns,
    ],
    rows: stepsOf(rungs).map((step) => rungRow(family, step, { first, measured })),
    sources: rungs,
  };
}

function rungRow(
  family: FamilyLadder,
  step: Step,
  { first, measured }: { readonly first: Row | undefined; readonly measured: readonly MetricColumn[] },
): readonly string[] {
  const { row } = step;
  const { variant, work, timing } = row.result;
  return [
    variant,
    family.rungs.find(({ name }) => name === variant)?.summary ?? '',
    cell(work.implBytes),
    cell(work.flops),
    timeText(row),
    speedUp(row, first),
    stepText(step),
    heldBackBy(row),
    ...measured.map((one) => one.cell(row)),
    cell(timing?.n),
    ...sourceCells(row),
  ];
}

function leftOutText({ leftOut }: Ladder): readonly string[] {
  if (leftOut.length === 0) return [];
  const named = leftOut.map(
    ({ result }: Row) => `\`${result.variant}\` (${result.comparableReasons.join(', ')})`,
  );
  return [`Left out, as the time must not be compared: ${named.join(', ')}.`];
}

function missingRungs(family: FamilyLadder, machine: MachineRows | null): readonly string[] {
  const passed = passedOf(machine, family.name);
  // Other people's kernels and CPU rows stand beside the ladder: nothing is missing without them.
  const own = family.rungs.filter(({ kind }) => kind === 'gpu');
  const absent = own.filter(({ name }) => !passed.some(({ result }) => result.variant === name));
  const device = machine?.machine.adapter.name ?? 'hardware';
  return absent.map(({ name }) => `\`${family.name}/${name}\`: no passed result on ${device}`);
}
