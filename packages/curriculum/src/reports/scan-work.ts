// Work and span of the two classic scans: what theory counts beside what was measured.
import type { MachineRows, Row } from '../snapshot.ts';
import { cell, isTimed, mainMachine, ofOneRun, passedOf, timeUs } from './data.ts';
import { sourceCells, sourceColumns, writeReport } from './report.ts';
import type { Report, ReportInput } from './report.ts';

/** Work and steps of the two scans, by formula, beside their times in one run. */
export function scanWork(input: ReportInput): Report {
  const pairs = pairsOf(mainMachine(input));
  return writeReport({
    name: 'scan-work-span',
    title: 'Work and span of scans',
    intro:
      'Hillis and Steele (1986) add n log₂ n times in log₂ n steps, Blelloch (1990) about 2n times in 2 log₂ n steps. The kernels apply either within tiles, so that the measured ratio lies between.',
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

const counted = ['n', 'n log₂ n', '2n', 'log₂ n', '2 log₂ n'];
const columns = [...counted, 'Hillis-Steele, µs', 'Blelloch, µs', 'ratio'];

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
  const steps = Math.log2(n);
  return [
    cell(n),
    cell(Math.round(n * steps)),
    cell(2 * n),
    cell(steps),
    cell(2 * steps),
    cell(timeUs(hillis)),
    cell(timeUs(blelloch)),
    cell(timeUs(hillis) / timeUs(blelloch), '×'),
    ...sourceCells(blelloch),
  ];
}
