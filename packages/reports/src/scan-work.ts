// Work and span of the two classic scans: what theory counts beside what was measured.
import type { MachineRows, Row } from '@kernel-ladder/curriculum';
import { cell, isTimed, mainMachine, ofOneRun, passedOf, timeUs } from './data.ts';
import { timeHead } from './metric-columns.ts';
import { sourceCells, sourceColumns, writeReport } from './report.ts';
import type { Report, ReportInput } from './report.ts';

/** Work and steps of the two scans, by formula, beside their times in one run. */
export function scanWork(input: ReportInput): Report {
  const pairs = pairsOf(mainMachine(input));
  return writeReport({
    name: 'scan-work-span',
    title: 'Work and span of scans',
    intro:
      'Hillis and Steele (1986) write n log₂ n elements in log₂ n steps, Blelloch (1990) makes 2n − 2 additions in 2 log₂ n steps, for n a power of two; other lengths take the steps of the next one, and Blelloch its additions. The kernels apply either within tiles, so that the measured ratio lies between.',
    sections: [
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

const counted = ['n', 'n log₂ n', '2n − 2', 'log₂ n', '2 log₂ n'];
const columns = [...counted, `Hillis-Steele: ${timeHead}`, `Blelloch: ${timeHead}`, 'ratio'];

interface Pair {
  readonly n: number;
  readonly hillis: Row;
  readonly blelloch: Row;
}

function pairsOf(machine: MachineRows | null): readonly Pair[] {
  const rows = passedOf(machine, 'scan')
    .filter(isTimed)
    .filter(({ result }) => result.case === `n=${result.params['n']},f32`);
  return [...Map.groupBy(rows, ({ result }) => Number(result.params['n']))]
    .toSorted(([a], [b]) => a - b)
    .flatMap(([n, own]) => {
      const run = ofOneRun(machine, own);
      const hillis = run.find(({ result }) => result.variant === 'hillis-steele');
      const blelloch = run.find(({ result }) => result.variant === 'blelloch');
      return hillis && blelloch ? [{ n, hillis, blelloch }] : [];
    });
}

function pairRow({ n, hillis, blelloch }: Pair): readonly string[] {
  const steps = Math.ceil(Math.log2(n));
  return [
    cell(n),
    cell(n * steps),
    cell(2 * 2 ** steps - 2),
    cell(steps),
    cell(2 * steps),
    cell(timeUs(hillis)),
    cell(timeUs(blelloch)),
    cell(timeUs(hillis) / timeUs(blelloch), '×'),
    ...sourceCells(blelloch),
  ];
}
