// Where and in which cases a mistake can show.
import { visibleKeys } from '../cases.ts';
import type { AttentionCase } from '../cases.ts';

/** Whether the keys make more than one part. */
export function hasParts({ k }: AttentionCase): boolean {
  return k > 256;
}

/** Which query of which head and batch an element of O belongs to. */
export function placeOf(index: number, { h, q, d }: AttentionCase) {
  const row = Math.floor(index / d);
  return { query: row % q, head: Math.floor(row / q) % h, batch: Math.floor(row / q / h) };
}

/** How many keys the query of an element sees. */
export function seenAt(index: number, params: AttentionCase): number {
  const { batch, query } = placeOf(index, params);
  return visibleKeys(params, batch, query);
}
