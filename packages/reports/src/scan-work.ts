// Work and span of the two classic scans: what theory counts beside what was measured, as a table and as a plot.
import type { MachineRows, Row } from '@kernel-ladder/curriculum';
import { cell, mainMachine, ofOneRun, timeUs, timedOf } from './data.ts';
import { figureLink, writeFigure } from './figure.ts';
import { timeHead } from './metric-columns.ts';
import { sourceCells, sourceColumns, writeReport } from './report.ts';
import type { Report, ReportInput } from './report.ts';

const figure = { name: 'scan-work-span', title: 'Work, steps and times of two scans over their length' };

/** Work and steps of the two scans, by formula, beside their times in one run. */
export function scanWork(input: ReportInput): Report {
  const pairs = pairsOf(mainMachine(input));
  return writeReport({
    name: 'scan-work-span',
    title: 'Work and span of scans',
    intro:
      'Hillis and Steele (1986) write n log₂ n elements in log₂ n steps, Blelloch (1990) makes 2n − 2 additions in 2 log₂ n steps, for n a power of two; other lengths take the steps of the next one, and Blelloch its additions. The kernels apply either within tiles, so that the measured ratio lies between.',
    sections: [
      { title: 'Plot', text: figureLink(figure), columns: [], rows: [], sources: [] },
      {
        title: 'By length',
        text: '',
        columns: [...columns, ...sourceColumns],
        rows: pairs.map(pairRow),
        sources: pairs.map(({ blelloch }) => blelloch),
      },
    ],
    missing: pairs.length >= 4 ? [] : ['`scan/{hillis-steele,blelloch}/n=*,f32`: four lengths in f32'],
  });
}

/** The same as a plot: additions, steps and measured times over the length. */
export function scanWorkFigure(input: ReportInput): Report {
  const pairs = pairsOf(mainMachine(input));
  const counting = (name: string, of: (pair: Pair) => number) => ({
    name,
    dashed: true,
    points: pairs.map((pair) => [pair.n, of(pair)] as const),
  });
  const timing = (name: string, of: (pair: Pair) => Row) => ({
    name,
    points: pairs.map((pair) => [pair.n, timeUs(of(pair))] as const),
  });
  const work = [counting('n log₂ n', hillisWork), counting('2n − 2', blellochWork)];
  const span = [counting('log₂ n', stepsOf), counting('2 log₂ n', (pair) => 2 * stepsOf(pair))];
  const times = [
    timing('Hillis-Steele', ({ hillis }) => hillis),
    timing('Blelloch', ({ blelloch }) => blelloch),
  ];
  return writeFigure({
    ...figure,
    panels: [
      { title: 'Work, counted', x: 'n', y: 'additions', lines: work },
      { title: 'Span, counted', x: 'n', y: 'steps', lines: span },
      { title: 'Time, measured', x: 'n', y: timeHead, lines: times },
    ],
    sources: pairs.flatMap(({ hillis, blelloch }) => [hillis, blelloch]),
  });
}

const counted = ['n', 'n log₂ n', '2n − 2', 'log₂ n', '2 log₂ n'];
const columns = [...counted, `Hillis-Steele: ${timeHead}`, `Blelloch: ${timeHead}`, 'ratio'];

interface Pair {
  readonly n: number;
  readonly hillis: Row;
  readonly blelloch: Row;
}

const stepsOf = ({ n }: Pair): number => Math.ceil(Math.log2(n));
const hillisWork = (pair: Pair): number => pair.n * stepsOf(pair);
const blellochWork = (pair: Pair): number => 2 * 2 ** stepsOf(pair) - 2;

function pairsOf(machine: MachineRows | null): readonly Pair[] {
  const rows = timedOf(machine, 'scan').filter(({ result }) => result.case === `n=${result.params['n']},f32`);
  return [...Map.groupBy(rows, ({ result }) => Number(result.params['n']))]
    .toSorted(([a], [b]) => a - b)
    .flatMap(([n, own]) => {
      const run = ofOneRun(machine, own);
      const hillis = run.find(({ result }) => result.variant === 'hillis-steele');
      const blelloch = run.find(({ result }) => result.variant === 'blelloch');
      return hillis && blelloch ? [{ n, hillis, blelloch }] : [];
    });
}

function pairRow(pair: Pair): readonly string[] {
  const { n, hillis, blelloch } = pair;
  return [
    cell(n),
    cell(hillisWork(pair)),
    cell(blellochWork(pair)),
    cell(stepsOf(pair)),
    cell(2 * stepsOf(pair)),
    cell(timeUs(hillis)),
    cell(timeUs(blelloch)),
    cell(timeUs(hillis) / timeUs(blelloch), '×'),
    ...sourceCells(blelloch),
  ];
}
