// Rates over sizes, and the points under the roofline.
import { quantityTable, timedRow } from '@kernel-ladder/curriculum';
import type { FamilyLadder } from '@kernel-ladder/schema';
import type { Row } from '@kernel-ladder/curriculum';
import { numberTypeOf, roofOf } from '@kernel-ladder/schema';
import { casesOf, cell, isTimed, mainMachine, speedUp, timeText, timeUs, timedOf } from './data.ts';
import type { Ladder } from './data.ts';
import { metricColumn, metricText, timeHead, withUnit } from './metric-columns.ts';
import { sourceCells, sourceColumns, writeReport } from './report.ts';
import type { Report, ReportInput, Section } from './report.ts';

/** Rates of square matrix products over size, a section a type, with what the numbers say in words. */
export function gemmSizes(family: FamilyLadder, input: ReportInput): Report {
  const cubes = timedOf(mainMachine(input), family.name).filter(
    ({ result: { case: name, params } }) =>
      name === `m=${params['m']},n=${params['m']},k=${params['m']},${params['dtype']}`,
  );
  const types = [...Map.groupBy(cubes, ({ result }) => String(result.params['dtype']))];
  return writeReport({
    name: 'gemm-sizes',
    title: 'Matrix products over size',
    intro:
      'Square products, plain: one matrix, row-major, no epilogue; at the end products of many matrices at once beside as many products.',
    sections: [...types.map(([dtype, rows]) => sizeSection(dtype, rows)), batchSection(family, input)],
    missing: ['f32', 'f16-f32'].flatMap((dtype) => {
      const sizes = new Set(cubes.filter(({ result }) => result.params['dtype'] === dtype).map(side));
      return sizes.size >= 5 ? [] : [`\`gemm/*/…,${dtype}\`: ${sizes.size} of 5 sizes`];
    }),
  });
}

function sizeSection(dtype: string, rows: readonly Row[]): Section {
  const metrics = [metricColumn('gflops', rows), metricColumn('pctOfRoof', rows)];
  return {
    title: `Type ${dtype}`,
    text: findings(rows),
    columns: ['side', 'rung', ...metrics.map(({ head }) => head), timeHead, ...sourceColumns],
    rows: bySize(rows).map((row) => [
      cell(side(row)),
      row.result.variant,
      ...metrics.map((metric) => metric.cell(row)),
      timeText(row),
      ...sourceCells(row),
    ]),
    sources: rows,
  };
}

// All rungs of a batch in one run: what one dispatch for all matrices brings over one for each.
function batchSection(family: FamilyLadder, input: ReportInput): Section {
  const order = family.rungs.map(({ name }) => name);
  const batches = casesOf(mainMachine(input), family.name, order)
    .filter(({ rungs: [first] }) => Number(first?.result.params['batch']) > 1)
    .toSorted((a, b) => batchOf(a) - batchOf(b));
  const rows = batches.flatMap(({ rungs }) => rungs);
  const rates = metricColumn('gflops', rows);
  return {
    title: 'Batched beside looped',
    text: 'Over the slowest rung of the same case and run. Dispatches: of one launch.',
    columns: [
      'case',
      'batch',
      'rung',
      'dispatches',
      rates.head,
      timeHead,
      'over the slowest',
      ...sourceColumns,
    ],
    rows: batches.flatMap(({ caseName, rungs }) => {
      const [slowest] = rungs.toSorted((a, b) => timeUs(b) - timeUs(a));
      return rungs.map((row) => [
        `\`${caseName}\``,
        cell(Number(row.result.params['batch'])),
        row.result.variant,
        cell(row.result.dispatch?.passes),
        rates.cell(row),
        timeText(row),
        speedUp(row, slowest),
        ...sourceCells(row),
      ]);
    }),
    sources: rows,
  };
}

const batchOf = ({ rungs: [first] }: Ladder): number => Number(first?.result.params['batch']);

const side = ({ result }: Row): number => Number(result.params['m']);
const rate = ({ result }: Row): number => result.metrics?.gflops ?? 0;
const bySize = (rows: readonly Row[]): readonly Row[] =>
  rows.toSorted((a, b) => side(a) - side(b) || rate(a) - rate(b));

function findings(rows: readonly Row[]): string {
  const sizes = [...Map.groupBy(rows, side)].toSorted(([a], [b]) => a - b);
  const best = sizes.flatMap(([size, own]) => {
    const [top] = own.toSorted((a, b) => rate(b) - rate(a));
    const slowest = own.toSorted((a, b) => rate(a) - rate(b))[0];
    return top && slowest
      ? [
          `at ${size} \`${top.result.variant}\` leads with ${metricText('gflops', top)}, ${cell(rate(top) / rate(slowest), '×')} the slowest`,
        ]
      : [];
  });
  return best.length > 0 ? `Findings: ${best.join('; ')}.` : '';
}

/** Every variant's best point under the roofs: intensity, rate, share of the measured roof and of the datasheet. */
export function roofline(input: ReportInput): Report {
  const machine = mainMachine(input);
  const known = machine?.current.map((row) => timedRow(row, machine)) ?? [];
  const timed = known.filter(
    (row) => row.result.kind === 'gpu' && isTimed(row) && row.result.metrics?.pctOfRoof !== undefined,
  );
  const best = [
    ...Map.groupBy(
      timed,
      ({ result }) => `${result.family}/${result.variant}/${result.params['dtype']}`,
    ).values(),
  ].flatMap((rows) => rows.toSorted((a, b) => roofShare(b) - roofShare(a)).slice(0, 1));
  const over = best.filter(({ result }) => (result.metrics?.pctOfPeak ?? 0) > 100);
  return writeReport({
    name: 'roofline',
    title: 'Roofline',
    intro: machine ? roofs(machine.machine) : 'No hardware has run.',
    sections: [bestPoints(best)],
    missing: [
      ...(best.length === 0 ? ['timed results on hardware'] : []),
      ...over.map(({ result }) => `\`${result.id}\` lies above the datasheet's roof: a measurement error`),
    ],
  });
}

function bestPoints(best: readonly Row[]): Section {
  const ids = ['gflops', 'gbps', 'pctOfRoof', 'pctOfPeak'] as const;
  const metrics = ids.map((id) => metricColumn(id, best));
  const intensity = quantityTable.intensity.unit.float;
  return {
    title: 'Best point of each variant and type',
    text: 'The roof is the one that the share is of: memory, or a kind of arithmetic.',
    columns: ['kernel', intensity, ...metrics.map(({ head }) => head), 'roof', ...sourceColumns],
    rows: best.map((row) => [
      `${row.result.family} ${row.result.variant}`,
      cell(row.result.work.flops / row.result.work.minBytes),
      ...metrics.map((metric) => metric.cell(row)),
      roofOf(row.result, row.machine.roofs) ?? '',
      ...sourceCells(row),
    ]),
    sources: best,
  };
}

const roofShare = ({ result }: Row): number => result.metrics?.pctOfRoof ?? 0;

const bandwidth = (value: number): string => withUnit('gbps', value, 'float');

function roofs({ adapter, roofs: { copyGBps, gflops }, peaks }: Row['machine']): string {
  const rates = (all: typeof gflops) =>
    Object.entries(all).map(([kind, value]) => `${kind} ${withUnit('gflops', value, numberTypeOf(kind))}`);
  const datasheet = peaks
    ? ` Datasheet (${peaks.name}): ${[bandwidth(peaks.gbps), ...rates(peaks.gflops)].join(', ')}.`
    : ' Its datasheet is not known, so that no share of a peak is given.';
  return `${adapter.name}. Measured roofs: ${[`copy ${bandwidth(copyGBps)}`, ...rates(gflops)].join(', ')}.${datasheet}`;
}
