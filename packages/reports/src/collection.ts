// The kernels of a transformer: the naive form of each beside the best.
import type { FamilyLadder } from '@kernel-ladder/schema';
import { isTimed, laddersOf, mainMachine, speedUp, timeText, timeUs } from './data.ts';
import { metricColumn, timeHead } from './metric-columns.ts';
import type { Row } from '@kernel-ladder/curriculum';
import { sourceCells, sourceColumns, writeReport } from './report.ts';
import type { Report, ReportInput, Section } from './report.ts';

const operations = [
  { family: 'softmax', title: 'Softmax', isOne: (row: Row) => row.result.params['mask'] === 'none' },
  {
    family: 'norm',
    title: 'Layer normalisation',
    isOne: (row: Row) => row.result.params['op'] === 'layernorm',
  },
  { family: 'norm', title: 'RMS norm', isOne: (row: Row) => row.result.params['op'] === 'rmsnorm' },
  { family: 'attention', title: 'Attention', isOne: (row: Row) => row.result.params['dtype'] === 'f32' },
] as const;

/** Speed-ups of softmax, both norms and attention, with a link to the page on stability. */
export function transformerKernels(input: ReportInput): Report {
  const machine = mainMachine(input);
  const found = operations.map((operation) => {
    const text = input.families.find(({ name }) => name === operation.family);
    const order = text?.rungs.map(({ name }) => name) ?? [];
    const ladders = laddersOf(machine, operation.family, order).filter(({ rungs }) =>
      rungs.every(operation.isOne),
    );
    const [most] = ladders.toSorted((a, b) => b.rungs.length - a.rungs.length);
    return { operation, text, rungs: (most?.rungs ?? []).filter(isTimed) };
  });
  return writeReport({
    name: 'transformer-kernels',
    title: 'Transformer kernels',
    intro:
      'Each operation from its naive form to its best, in one run. Where the naive forms lose accuracy: [numerical stability](numerical-stability.md).',
    sections: found.map(({ operation, text, rungs }) => section(operation.title, rungs, text)),
    missing: found
      .filter(({ rungs }) => rungs.length < 2)
      .map(({ operation }) => `${operation.title}: two rungs in one run`),
  });
}

function section(title: string, rungs: readonly Row[], text: FamilyLadder | undefined): Section {
  const [first] = rungs;
  const [best] = rungs.toSorted((a, b) => timeUs(a) - timeUs(b));
  const rate = metricColumn(text?.headline.metric ?? 'gbps', rungs);
  const share = metricColumn('pctOfRoof', rungs);
  return {
    title,
    text:
      first && best
        ? `\`${best.result.variant}\` is ${speedUp(best, first)} as fast as \`${first.result.variant}\`.`
        : '',
    columns: ['rung', timeHead, rate.head, 'speed-up', share.head, ...sourceColumns],
    rows: rungs.map((row) => [
      row.result.variant,
      timeText(row),
      rate.cell(row),
      speedUp(row, first),
      share.cell(row),
      ...sourceCells(row),
    ]),
    sources: rungs,
  };
}
