// Seeded vectors for every kind of case, and the table of who combines what.
import { allocate, fill, fillWithDraws } from '@kernel-ladder/harness';
import type { Arrays, NumberArray, Random } from '@kernel-ladder/harness';
import type { AllreduceCase, AllreduceDtype, Fill } from './cases/kind.ts';
import { strideOf } from './cases/kind.ts';
import { tableOf } from './plans/table.ts';

/**
 * `input`: a slice of n elements for each rank, `strideOf` elements apart. `schedule`: who combines what in each step of
 * each algorithm, see plans/table.ts; it is the same for every seed.
 */
export function allreduceInputs(params: AllreduceCase, random: Random): Arrays {
  return { input: vectors(params, random), schedule: tableOf(params).words };
}

// All ranks' vectors, one slice each; what lies between the slices is filled as well, so that a copy of it shows.
function vectors(params: AllreduceCase, random: Random): NumberArray {
  const { ranks, n, dtype } = params;
  const stride = strideOf(params);
  const values = allocate(dtype, ranks * stride);
  if (params.fill === 'ranks') fill(values, (at) => rankNumber(Math.floor(at / stride), at % stride));
  else fillWithDraws(values, drawOf(params, random), random);
  const special = specials[params.fill];
  if (special !== undefined && n > 0) values[(ranks - 1) * stride + placeOfSpecial(n)] = special;
  return values;
}

/** Where the one special number of the last rank's vector stands. */
export function placeOfSpecial(n: number): number {
  return Math.floor(n / 3);
}

/** Whether a fill holds NaN or an infinity, for which WGSL promises nothing. */
export function isSpecial(kind: Fill): boolean {
  return specials[kind] !== undefined;
}

const specials: { readonly [Name in Fill]?: number } = { nan: Number.NaN, inf: Infinity };

function drawOf({ fill: kind, dtype }: AllreduceCase, random: Random): () => number {
  if (kind === 'integers') return wholeNumbers(dtype, random);
  if (kind === 'large') return () => random.uniform(largeNumbers.from, largeNumbers.to);
  // Full-range words: sums wrap, as WGSL says they do.
  return dtype === 'i32' ? () => random.next() | 0 : () => random.uniform(-0.5, 1);
}

// Each a number of f16, whose largest is 65 504, and no two of them have a sum there.
const largeNumbers = { from: 40_000, to: 60_000 } as const;

// Nonzero, so that each counts, and as large as the sums of sixteen of them are exact in any order: below 2²⁴, or 2¹¹ in f16.
function wholeNumbers(dtype: AllreduceDtype, random: Random): () => number {
  const largest = dtype === 'f16' ? 2 ** 7 - 1 : 2 ** 20 - 1;
  return () => {
    const drawn = random.integer(1, 2 * largest);
    return drawn <= largest ? drawn : largest - drawn;
  };
}

// Tells whose it is and where it stands; sums of sixteen of them are exact in f16.
function rankNumber(rank: number, index: number): number {
  return rank + 1 + 16 * (index % 5);
}
