// Rates over sizes, and the points under the roofline.
import type { FamilyLadder } from '@kernel-ladder/schema';
import type { Row } from '@kernel-ladder/curriculum';
import { cell, isTimed, mainMachine, passedOf, timeText } from './data.ts';
import { sourceCells, sourceColumns, writeReport } from './report.ts';
import type { Report, ReportInput } from './report.ts';

/** GFLOP/s of square matrix products over size, a section a type, with what the numbers say in words. */
export function gemmSizes(family: FamilyLadder, input: ReportInput): Report {
  const cubes = passedOf(mainMachine(input), family.name)
    .filter(isTimed)
    .filter(
      ({ result: { case: name, params } }) =>
        name === `m=${params['m']},n=${params['m']},k=${params['m']},${params['dtype']}`,
    );
  const types = [...Map.groupBy(cubes, ({ result }) => String(result.params['dtype']))];
  return writeReport({
    name: 'gemm-sizes',
    title: 'Matrix products over size',
    intro: 'Square products, plain: one matrix, row-major, no epilogue.',
    sections: types.map(([dtype, rows]) => ({
      title: `Type ${dtype}`,
      text: findings(rows),
      columns: ['side', 'rung', 'GFLOP/s', '% of roof', 'time, µs', ...sourceColumns],
      rows: bySize(rows).map((row) => [
        cell(side(row)),
        row.result.variant,
        cell(row.result.metrics?.gflops),
        cell(row.result.metrics?.pctOfRoof),
        timeText(row),
        ...sourceCells(row),
      ]),
      sources: rows,
    })),
    missing: ['f32', 'f16-f32'].flatMap((dtype) => {
      const sizes = new Set(cubes.filter(({ result }) => result.params['dtype'] === dtype).map(side));
      return sizes.size >= 5 ? [] : [`\`gemm/*/…,${dtype}\`: ${sizes.size} of 5 sizes`];
    }),
  });
}

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
          `at ${size} \`${top.result.variant}\` leads with ${cell(rate(top))} GFLOP/s, ${cell(rate(top) / rate(slowest), '×')} the slowest`,
        ]
      : [];
  });
  return best.length > 0 ? `Findings: ${best.join('; ')}.` : '';
}

/** Every variant's best point under the roofs: intensity, rate, share of the measured roof and of the datasheet. */
export function roofline(input: ReportInput): Report {
  const machine = mainMachine(input);
  const timed = (machine?.current ?? []).filter(
    (row) => isTimed(row) && row.result.metrics?.pctOfRoof !== undefined,
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
    sections: [
      {
        title: 'Best point of each variant and type',
        text: '',
        columns: ['kernel', 'FLOP/B', 'GFLOP/s', 'GB/s', '% of roof', '% of peak', ...sourceColumns],
        rows: best.map((row) => [
          `${row.result.family} ${row.result.variant}`,
          cell(row.result.work.flops / row.result.work.minBytes),
          cell(row.result.metrics?.gflops),
          cell(row.result.metrics?.gbps),
          cell(row.result.metrics?.pctOfRoof),
          cell(row.result.metrics?.pctOfPeak),
          ...sourceCells(row),
        ]),
        sources: best,
      },
    ],
    missing: [
      ...(best.length === 0 ? ['timed results on hardware'] : []),
      ...over.map(({ result }) => `\`${result.id}\` lies above the datasheet's roof: a measurement error`),
    ],
  });
}

const roofShare = ({ result }: Row): number => result.metrics?.pctOfRoof ?? 0;

function roofs({ adapter, roofs: { copyGBps, gflops }, peaks }: Row['machine']): string {
  const measured = Object.entries(gflops).map(([kind, value]) => `${kind} ${cell(value, 'GFLOP/s')}`);
  const datasheet = peaks
    ? ` Datasheet (${peaks.name}): ${cell(peaks.gbps, 'GB/s')}, ${Object.entries(peaks.gflops)
        .map(([kind, value]) => `${kind} ${cell(value, 'GFLOP/s')}`)
        .join(', ')}.`
    : ' Its datasheet is not known, so that no share of a peak is given.';
  return `${adapter.name}. Measured roofs: copy ${cell(copyGBps, 'GB/s')}, ${measured.join(', ')}.${datasheet}`;
}
