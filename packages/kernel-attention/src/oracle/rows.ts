// Which rows are computed again, and how far a logit of them may be off.
import { stretchOf, unitRoundoff } from '@kernel-ladder/harness';
import type { Part, Random } from '@kernel-ladder/harness';
import type { AttentionCase } from '../cases.ts';

/** Multiply-adds that the reference may cost. */
const mostWork = 2 ** 31;

/** What an f32 logit may be off by, where none of its row is larger than `largestLogit`. */
export function logitError({ d }: AttentionCase, largestLogit: number): number {
  return 4 * Math.sqrt(d) * unitRoundoff.f32 * largestLogit;
}

/** What an oracle draws its rows from, and which part of them it looks at. */
export interface Choice {
  readonly judging: Random;
  readonly part?: Part | undefined;
}

/** The rows of a part: of all rows of queries while that is cheap; else one of each of as many equal parts, so that no tile of any head is left out. */
export function sampledRows(params: AttentionCase, { judging, part }: Choice): readonly number[] {
  const { b, h, q } = params;
  const { from, to } = stretchOf(b * h * q, part);
  return rowsOfWhole(params, judging).filter((row) => row >= from && row < to);
}

function rowsOfWhole({ b, h, q, k, d }: AttentionCase, random: Random): readonly number[] {
  const rows = b * h * q;
  const affordable = Math.floor(mostWork / (2 * Math.max(1, k) * d));
  if (rows <= affordable) return Array.from({ length: rows }, (_, row) => row);
  const step = rows / affordable;
  const drawn = Array.from({ length: affordable }, (_, at) => {
    const first = Math.floor(at * step);
    return random.integer(first, Math.max(first, Math.floor((at + 1) * step) - 1));
  });
  return [...new Set([0, ...drawn, rows - 1])];
}

/** The places of all elements of some rows, each of `columns` elements. */
export function* elementsOf(rows: Iterable<number>, columns: number): Iterable<number> {
  for (const row of rows) for (let column = 0; column < columns; column++) yield row * columns + column;
}
