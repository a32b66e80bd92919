// Rows of a matrix, divided among threads: whole rows where there are as many as threads, parts of every row where there are fewer.
import { spanOf } from './part.ts';
import type { Part } from './part.ts';

/** Calls `work` for each row that a thread has a part in, with the team's part of that row. */
export function eachRow(rows: number, part: Part, work: (row: number, within: Part) => void): void {
  const isShared = rows < part.of;
  const { from, to } = isShared ? { from: 0, to: rows } : spanOf(rows, part);
  const within = isShared ? part : { index: 0, of: 1 };
  for (let row = from; row < to; row++) work(row, within);
}
