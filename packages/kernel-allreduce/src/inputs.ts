// Seeded vectors for every kind of case, and the table of who combines what.
import { allocate } from '@kernel-ladder/harness';
import type { Arrays, NumberArray, Random } from '@kernel-ladder/harness';
import type { AllreduceCase, Fill } from './cases/kind.ts';
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
  const { ranks, n, dtype, fill } = params;
  const stride = strideOf(params);
  const values = allocate(dtype, ranks * stride);
  const next = dtype === 'i32' ? integers(fill, random) : floats(fill, random);
  const drawn = Math.min(values.length, period);
  for (let at = 0; at < drawn; at++) values[at] = next(Math.floor(at / stride), at % stride);
  for (let at = drawn; at < values.length; at += drawn) values.copyWithin(at, 0, drawn);
  const special = specials[fill];
  if (special !== undefined && n > 0) values[(ranks - 1) * stride + placeOfSpecial(n)] = special;
  return values;
}

/** Where the one special number of the last rank's vector stands. */
export function placeOfSpecial(n: number): number {
  return Math.floor(n / 3);
}

/** Whether a fill holds NaN or an infinity, for which WGSL promises nothing. */
export function isSpecial(fill: Fill): boolean {
  return specials[fill] !== undefined;
}

// Long inputs repeat: drawing a hundred million numbers takes seconds. No chunk or slice is a multiple of a prime long,
// so that equal places of two ranks, or of two chunks, still differ.
const period = 1_000_003;

const specials: { readonly [Name in Fill]?: number } = { nan: Number.NaN, inf: Infinity };

type Element = (rank: number, index: number) => number;

function floats(fill: Fill, random: Random): Element {
  if (fill === 'ranks') return rankNumber;
  return fill === 'integers' ? () => random.integer(-3, 4) : () => random.uniform(-0.5, 1);
}

// Full-range words: sums wrap, as WGSL says they do.
function integers(fill: Fill, random: Random): Element {
  if (fill === 'ranks') return rankNumber;
  return fill === 'integers' ? () => random.integer(-3, 4) : () => random.next() | 0;
}

// Tells whose it is and where it stands; sums of sixteen of them are exact in f16.
function rankNumber(rank: number, index: number): number {
  return rank + 1 + 16 * (index % 5);
}
