// Rows of a matrix, divided among threads: whole rows, or parts of every row where there are few and they are long.
import { spanOf } from './part.ts';
import type { Part } from './part.ts';

// A shorter row is over before threads have met over it.
const longRow = 2 ** 15;

/** Calls `work` for each row that a thread has a part in, with the team's part of that row. */
export function eachRow(
  { rows, columns }: { readonly rows: number; readonly columns: number },
  part: Part,
  work: (row: number, within: Part) => void,
): void {
  const isShared = rows < part.of && columns >= longRow;
  const { from, to } = isShared ? { from: 0, to: rows } : spanOf(rows, part);
  const within = isShared ? part : { index: 0, of: 1 };
  for (let row = from; row < to; row++) work(row, within);
}
