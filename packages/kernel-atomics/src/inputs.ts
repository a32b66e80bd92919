// What is counted, added up, appended, walked and looked up.
import { allocate, fill, fillWithDraws } from '@kernel-ladder/harness';
import type { Arrays, NumberArray, Random } from '@kernel-ladder/harness';
import { byKind } from './cases/kinds.ts';
import type { AtomicsCase, CompactCase, HashCase, HistogramCase } from './cases/kinds.ts';
import { keptOf } from './cases/sizes.ts';
import { edgesBetween } from './inputs/edges.ts';

/** Words of `key`, which terms of contended additions are made of. */
export const keyWords = 4;

/**
 * `x`: bins, or words to append or to choose from; `key`: what terms are made of; `edges`: pairs of vertices; `keys` and `queries`: what is
 * put into a table, and what is looked up.
 */
export function atomicsInputs(params: AtomicsCase, random: Random, structure: Random): Arrays {
  return byKind<Arrays>(params, {
    histogram: (histogram) => ({ x: binned(histogram, random) }),
    contention: () => ({ key: words(keyWords, random) }),
    append: ({ n }) => ({ x: words(n, random) }),
    compact: (compact) => ({ x: sparse(compact, random, structure) }),
    degrees: (graph) => ({ edges: edgesBetween(graph, random, structure) }),
    levels: (graph) => ({ edges: edgesBetween(graph, random, structure) }),
    hash: (hash) => hashInputs(hash, random),
  });
}

function words(count: number, random: Random): NumberArray {
  return fillWithDraws(allocate('u32', count), random.next, random);
}

// Which bins are the frequent ones is drawn; how frequent they are is not.
function binned({ n, bins, input }: HistogramCase, random: Random): NumberArray {
  const x = allocate('u32', n);
  const first = random.integer(0, bins - 1);
  if (input === 'hot') return x.fill(first);
  if (input === 'uniform') return fillWithDraws(x, () => random.integer(0, bins - 1), random);
  const shares = sharesUpTo(bins);
  return fillWithDraws(x, () => (first + rankAt(shares, random.uniform(0, 1))) % bins, random);
}

// The sums of 1, 1/2, 1/3, … over their total.
function sharesUpTo(bins: number): Float64Array {
  const sums = new Float64Array(bins);
  let sum = 0;
  for (let rank = 0; rank < bins; rank++) sums[rank] = sum += 1 / (rank + 1);
  return sums.map((each) => each / sum);
}

// The first rank whose share reaches beyond `point`.
function rankAt(shares: Float64Array, point: number): number {
  let [low, high] = [0, shares.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((shares[middle] ?? 1) > point) high = middle;
    else low = middle + 1;
  }
  return low;
}

// Which places are kept belongs to the case, what is kept there to the run.
function sparse(params: CompactCase, random: Random, structure: Random): NumberArray {
  const isKept = () => Number(structure.uniform(0, 100) < params.keep);
  const x = fillWithDraws(allocate('u32', params.n), isKept, structure);
  let kept = 0;
  for (let index = 0; index < x.length; index++) kept += x[index] ?? 0;
  evenOut(x, keptOf(params) - kept, structure);
  const drawn = words(Math.min(params.n, 2 ** 16), random);
  // A word that is kept is not 0; neighbours differ, and words that lie a table apart differ by their place.
  for (let index = 0, at = 0; index < x.length; index++) {
    if (x[index] !== 0) x[index] = ((drawn[at] ?? 0) + index) >>> 0 || 1;
    at = at + 1 === drawn.length ? 0 : at + 1;
  }
  return x;
}

// Draws are as many as they are: places are turned over, from a drawn one on, until exactly as many are kept as the case says.
function evenOut(x: NumberArray, missing: number, structure: Random): void {
  const wanted = missing > 0 ? 1 : 0;
  let left = Math.abs(missing);
  for (let at = structure.integer(0, Math.max(0, x.length - 1)); left > 0; at = (at + 1) % x.length) {
    if (x[at] === wanted) continue;
    x[at] = wanted;
    left--;
  }
}

// No key is 0, which marks a free slot. One key in eight has been there before; every other query asks for a key.
function hashInputs({ n }: HashCase, random: Random): Arrays {
  const key = () => Math.max(1, random.next());
  const keys = allocate('u32', n);
  fill(keys, (index) =>
    index > 0 && random.integer(0, 7) === 0 ? (keys[random.integer(0, index - 1)] ?? 1) : key(),
  );
  const queries = allocate('u32', n);
  fill(queries, (index) => (index % 2 === 0 ? (keys[random.integer(0, n - 1)] ?? 1) : key()));
  return { keys, queries };
}
