// What irregular access costs: the bandwidth of each kernel of a sparse product over how unlike its rows are, and over where its columns lie.
import type { Row } from '@kernel-ladder/curriculum';
import { crossoverOf } from './crossover.ts';
import { cell, mainMachine, ofOneRun, timeUs, timedOf } from './data.ts';
import { figureLink, writeFigure } from './figure.ts';
import { bandwidthUnit, timeHead } from './metric-columns.ts';
import { sourceCells, sourceColumns, writeReport } from './report.ts';
import type { Report, ReportInput, Section } from './report.ts';

const figure = {
  name: 'sparse-irregular',
  title: 'Bandwidth of sparse products over the skew of their rows',
};

// Five skews by three kernels.
const fewestPoints = 15;

// Which kernels meet: the simplest and the widest, and sharing by rows and by entries.
const pairs = [
  ['csr-scalar', 'csr-subgroup'],
  ['csr-scalar', 'csr-balanced'],
  ['csr-lanes', 'csr-balanced'],
] as const;

/** Kernels over the skew of row lengths, where they meet, and over the places of columns, with as many entries everywhere. */
export function sparseIrregular(input: ReportInput): Report {
  const [skewed, placed] = [pointsOf(input, isSkewed), pointsOf(input, isPlaced)];
  return writeReport({
    name: 'sparse-irregular',
    title: 'Irregular access in sparse products',
    intro:
      'A matrix with as many rows and entries throughout, times a vector. The row of rank k has a share of 1 / k^s of the entries, s the skew: rows are alike at 0, and at 1 one of them has 5 % of all. Bandwidth is of each entry’s number and column, of x and of y, once; the share is of the measured copy.',
    sections: [
      { title: 'Plot', text: figureLink(figure), columns: [], rows: [], sources: [] },
      tableOf('Rows unlike each other', 'skew', skewed, skewOf),
      {
        title: 'Crossovers',
        text: pairs.map((pair) => crossoverText(skewed, pair)).join(' '),
        columns: [],
        rows: [],
        sources: [],
      },
      tableOf('Columns near each other and far apart', 'pattern', placed, patternOf),
    ],
    missing: [
      ...(skewed.length < fewestPoints
        ? [`\`sparse/*/rows=*,nnz=*,skew=*,f32\`: ${skewed.length} of ${fewestPoints} points`]
        : []),
      ...(placed.length === 0 ? ['`sparse/*/rows=*,nnz=*,pattern={banded,uniform,unsorted},f32`'] : []),
    ],
  });
}

/** The same as lines over the skew. */
export function sparseIrregularFigure(input: ReportInput): Report {
  const rows = pointsOf(input, isSkewed);
  const lines = [...Map.groupBy(rows, kernelOf)].map(([name, own]) => ({
    name,
    points: own.map((row) => [skewOf(row), gbpsOf(row)] as const),
  }));
  const panels = [{ title: 'Rows unlike each other', x: 'skew', y: `bandwidth, ${bandwidthUnit}`, lines }];
  return writeFigure({ ...figure, panels, sources: rows });
}

const kernelOf = ({ result }: Row): string => result.variant;
const gbpsOf = ({ result }: Row): number => result.metrics?.gbps ?? Number.NaN;
const patternOf = ({ result }: Row): string => String(result.params['pattern']);
// Cases have hundredths.
const skewOf = ({ result }: Row): number => Number(result.params['skew']) / 100;

const isSkewed = ({ result }: Row): boolean => /^rows=\d+,nnz=\d+,skew=\d+,f32$/.test(result.case);
const isPlaced = ({ result }: Row): boolean =>
  /^rows=\d+,nnz=\d+,pattern=(banded|uniform|unsorted),f32$/.test(result.case);

// Of one run and of one size, the one with most points: they are set beside each other.
function pointsOf(input: ReportInput, isAsked: (row: Row) => boolean): readonly Row[] {
  const machine = mainMachine(input);
  const sizes = Map.groupBy(timedOf(machine, 'sparse').filter(isAsked), ({ result: { params } }) =>
    [params['rows'], params['nnz']].join(' '),
  );
  const [most = []] = [...sizes.values()].toSorted((a, b) => b.length - a.length);
  return ofOneRun(machine, most).toSorted(
    (a, b) => skewOf(a) - skewOf(b) || patternOf(a).localeCompare(patternOf(b)) || timeUs(a) - timeUs(b),
  );
}

function tableOf(
  title: string,
  head: string,
  rows: readonly Row[],
  valueOf: (row: Row) => number | string,
): Section {
  const valueCell = (row: Row) => {
    const value = valueOf(row);
    return typeof value === 'string' ? value : cell(value);
  };
  return {
    title,
    text: '',
    columns: [head, 'kernel', timeHead, `bandwidth, ${bandwidthUnit}`, 'share of copy, %', ...sourceColumns],
    rows: rows.map((row) => [
      valueCell(row),
      kernelOf(row),
      cell(timeUs(row)),
      cell(gbpsOf(row)),
      cell((100 * gbpsOf(row)) / row.machine.roofs.copyGBps),
      ...sourceCells(row),
    ]),
    sources: rows,
  };
}

/** From which skew on the second kernel is the faster one, in words. */
function crossoverText(rows: readonly Row[], [first, second]: readonly [string, string]): string {
  const paces = [...Map.groupBy(rows, skewOf)].flatMap(([size, own]) => {
    const [one, other] = [first, second].map((name) => own.find((row) => kernelOf(row) === name));
    return one && other ? [{ size, first: timeUs(one), second: timeUs(other) }] : [];
  });
  const names = `\`${first}\` and \`${second}\``;
  if (paces.length < 2) return `Of the crossover of ${names} too few times are known.`;
  const found = crossoverOf(paces);
  if (!found) return `${names} have no crossover: \`${first}\` is the faster one at the largest skew.`;
  return found.above === null
    ? `${names} have no crossover: \`${second}\` is the faster one at every skew.`
    : `${names} have their crossover between ${cell(found.above)} and ${cell(found.from)}.`;
}
