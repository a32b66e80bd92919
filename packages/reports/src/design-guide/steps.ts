// What each step from memory to the arithmetic units gained: rungs of one run, each over the one before.
import type { Row } from '@kernel-ladder/curriculum';
import type { FamilyLadder } from '@kernel-ladder/schema';
import { casesOf, speedUp, timeText } from '../data.ts';
import type { MachineRows } from '@kernel-ladder/curriculum';
import { heldBackBy } from '../limits.ts';
import { timeHead } from '../metric-columns.ts';
import { sourceCells, sourceColumns } from '../report.ts';
import type { Section } from '../report.ts';

/** A chapter: what is learnt, and the case whose rungs show it. */
export interface Chapter {
  readonly title: string;
  readonly family: string;
  readonly case: string;
  readonly text: string;
}

/** From the way to memory, over what threads share, to what never leaves them. */
export const chapters: readonly Chapter[] = [
  {
    title: 'Global memory: one read, and no more writes than there are results',
    family: 'reduce',
    case: 'n=268435456,f32',
    text: 'A sum does one addition for each four bytes: memory is all it waits for. What helps are wide loads, several of them in flight, and few folds between threads; arithmetic that is saved shows nowhere.',
  },
  {
    title: 'Workgroup memory and registers: each number read is used again',
    family: 'gemm',
    case: 'm=4096,n=4096,k=4096,f32',
    text: 'A product has enough arithmetic for every byte, if the byte stays near. Tiles in workgroup memory are read by all threads of a workgroup; sums and slices in registers by one thread many times.',
  },
  {
    title: 'Rows that stay: fusion is a row that is read once',
    family: 'softmax',
    case: 'rows=16384,columns=4096,f32',
    text: 'Softmax is three sweeps over a row. A row that registers hold is read once and written once; where they do not, the running maximum (Milakov and Gimelshein, 2018) saves one sweep.',
  },
  {
    title: 'What never reaches memory: attention in tiles',
    family: 'attention',
    case: 'b=4,h=16,q=4096,k=4096,d=64,f32',
    text: 'The scores of attention are more bytes than all else of it. Tiles of keys with a running softmax (Dao et al., 2022) never write them.',
  },
];

/** A chapter with its rungs in the order of the ladder; null where fewer than two are on record. */
export function stepsOf(
  chapter: Chapter,
  machine: MachineRows | null,
  families: readonly FamilyLadder[],
): Section | null {
  const ladder = families.find(({ name }) => name === chapter.family);
  const order = ladder?.rungs.map(({ name }) => name) ?? [];
  const found = casesOf(machine, chapter.family, order).find(({ caseName }) => caseName === chapter.case);
  const all = (found?.rungs ?? []).filter(({ result }) => result.variant !== 'auto');
  const climbed = climbing(all);
  // Where the first is the best there is no climb to show: all stand beside each other.
  const steps = climbed.length > 1 ? climbed : all;
  if (!ladder || steps.length < 2) return null;
  const whatOf = (name: string) => ladder.rungs.find((rung) => rung.name === name)?.summary ?? '';
  return {
    title: chapter.title,
    text: chapter.text,
    columns: ['rung', 'what it changes', timeHead, 'over the one before', 'held back by', ...sourceColumns],
    rows: steps.map((row, at) => [
      `\`${row.result.variant}\``,
      whatOf(row.result.variant),
      timeText(row),
      speedUp(row, steps[at - 1]),
      heldBackBy(row),
      ...sourceCells(row),
    ]),
    sources: steps,
  };
}

// Rungs that are faster than all before them.
function climbing(rungs: readonly Row[]): readonly Row[] {
  const steps: Row[] = [];
  for (const row of rungs) {
    const last = steps.at(-1)?.result.timing?.medianNs ?? Infinity;
    if ((row.result.timing?.medianNs ?? Infinity) < last) steps.push(row);
  }
  return steps;
}
