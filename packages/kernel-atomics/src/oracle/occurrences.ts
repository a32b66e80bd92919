// How often words occur, by sorting them: another way than a table.
import { stretchOf } from '@kernel-ladder/harness';
import type { NumberArray, Part } from '@kernel-ladder/harness';

/** How often each query of the part occurs among the keys; 0 for the queries of other parts. */
export function occurrencesOf(keys: NumberArray, queries: NumberArray, part?: Part): Uint32Array {
  const sorted = Uint32Array.from(keys).toSorted();
  const { from, to } = stretchOf(queries.length, part);
  const found = new Uint32Array(queries.length);
  for (let index = from; index < to; index++) {
    const query = queries[index] ?? 0;
    found[index] = firstFrom(sorted, query + 1) - firstFrom(sorted, query);
  }
  return found;
}

// The place of the first word that is no less than `word`.
function firstFrom(sorted: Uint32Array, word: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] ?? 0) < word) low = middle + 1;
    else high = middle;
  }
  return low;
}
