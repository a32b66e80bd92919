// Whole numbers whose sums are exact in whatever order they are added, so that one lost term shows at any size.
import type { Random } from '@kernel-ladder/harness';
import type { GemmCase } from './cases.ts';
import { specOf } from './kernels/epilogue.ts';

/**
 * Nonzero numbers of either sign up to `wide` in one operand and up to `narrow` in the other, but for a share of zeros, which only B
 * has. Along K the operands take turns at being wide, so that each of them has numbers of more bits than a lower precision keeps.
 */
export interface WholeNumbers {
  readonly wide: number;
  readonly narrow: number;
  readonly zeros: number;
}

// Every whole number below is a number of the type in which sums are formed, with a bit to spare where there are many bits.
// Rows of sums of pairs are added up in f64, which has ten bits more.
const largestSums = {
  f32: 2 ** 23,
  'f16-f32': 2 ** 23,
  'bf16-f32': 2 ** 23,
  f16: 2 ** 11,
  f32x2: 2 ** 43,
  tf32: 2 ** 23,
  f64: 2 ** 43,
};

/** The largest whole number that an epilogue adds to a sum of whole numbers. */
export const largestAdded = 8;

// GELU errs in proportion to its result: by less than 1 in a whole row of sums of this size.
const largestBent = 2 ** 12;

// A sum of k products of random signs walks: beyond 8 deviations is one sum in 10¹⁵.
const deviations = 8;

// What a half of either kind and TF32 store exactly; of f32 two bits more than TF32 keeps; of pairs ten bits in the small part.
const widest = {
  f32: 2 ** 13,
  'f16-f32': 2 ** 11,
  'bf16-f32': 2 ** 8,
  f16: 2 ** 11,
  f32x2: 2 ** 34,
  tf32: 2 ** 11,
  f64: 2 ** 34,
};

/**
 * The numbers for a product over k terms: as large as no sum leaves what its type counts exactly, be it by its worst
 * case or by how far a random walk gets; the one operand first. Where even a walk of ±1 gets too far, zeros shorten it.
 */
export function wholeNumbers({ k, dtype, epilogue }: GemmCase): WholeNumbers {
  if (dtype === 'i8-i32') return { wide: 127, narrow: 127, zeros: 0 };
  const { bend, adds, scale } = specOf(epilogue);
  // A half of a sum has as many bits as the sum; with what is added it must not have more.
  const room = adds === 'nothing' ? 0 : largestAdded / scale;
  const largestSum = Math.min(largestSums[dtype] - room, bend === 'gelu' ? largestBent : Infinity);
  const terms = Math.max(1, k);
  const step = largestSum / (deviations * Math.sqrt(terms));
  const upTo = (deviation: number, product: number) =>
    Math.max(1, Math.min(widest[dtype], Math.max(largestOf(deviation), Math.floor(product))));
  const wide = upTo(step, largestSum / terms);
  const narrow = upTo(step / deviationOf(wide), largestSum / terms / wide);
  return { wide, narrow, zeros: Math.max(0, 1 - step ** 2) };
}

// The mean square of ±1 … ±n is (n + 1)·(2n + 1)/6.
function deviationOf(largest: number): number {
  return Math.sqrt(((largest + 1) * (2 * largest + 1)) / 6);
}

function largestOf(deviation: number): number {
  return Math.floor((Math.sqrt(1 + 48 * deviation ** 2) - 3) / 4);
}

/** Draws such numbers, none beyond `largest`. */
export function drawWhole(largest: number, zeros: number, random: Random): () => number {
  return () => {
    if (zeros > 0 && random.uniform(0, 1) < zeros) return 0;
    const drawn = drawUpTo(2 * largest, random);
    return drawn <= largest ? drawn : largest - drawn;
  };
}

// A draw has 32 bits: beyond them, a second one gives the lowest.
const lowest = 2 ** 12;

function drawUpTo(largest: number, random: Random): number {
  if (largest <= 2 ** 32) return random.integer(1, largest);
  return random.integer(0, Math.floor(largest / lowest) - 1) * lowest + random.integer(1, lowest);
}

/** A number up to `wide` made one up to `narrow` of the same sign. */
export function narrowed(value: number, narrow: number): number {
  return value === 0 ? 0 : Math.sign(value) * (((Math.abs(value) - 1) % narrow) + 1);
}
