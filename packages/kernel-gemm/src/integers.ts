// Whole numbers whose sums are exact in whatever order they are added, so that one lost term shows at any size.
import type { Random } from '@kernel-ladder/harness';
import type { GemmCase } from './cases.ts';
import { specOf } from './kernels/epilogue.ts';

/** Nonzero numbers up to `largest`, but for a share of zeros, which only B has. */
export interface WholeNumbers {
  readonly largest: number;
  readonly zeros: number;
}

// Every whole number below is a number of the type in which sums are formed, with a bit to spare where there are many bits.
const largestSums = { f32: 2 ** 23, 'f16-f32': 2 ** 23, f16: 2 ** 11, f32x2: 2 ** 43, f64: 2 ** 43 };

// GELU errs in proportion to its result: by less than 1 in a whole row of sums of this size.
const largestBent = 2 ** 12;

// A sum of k products of random signs walks: beyond 8 deviations is one sum in 10¹⁵.
const deviations = 8;

// What f16 stores exactly.
const largestHalf = 2048;

/**
 * The numbers for a product over k terms: as large as no sum leaves what its type counts exactly, be it by its worst
 * case or by how far a random walk gets. Where even a walk of ±1 gets too far, zeros shorten it.
 */
export function wholeNumbers({ k, dtype, epilogue }: GemmCase): WholeNumbers {
  if (dtype === 'i8-i32') return { largest: 127, zeros: 0 };
  const isBent = specOf(epilogue).bend === 'gelu';
  const largestSum = Math.min(largestSums[dtype], isBent ? largestBent : Infinity);
  const terms = Math.max(1, k);
  const steps = largestSum / (deviations * Math.sqrt(terms));
  // The mean square of ±1 … ±n, which is what a product of two of them deviates by, is (n + 1)·(2n + 1)/6.
  const walking = Math.floor((Math.sqrt(1 + 48 * steps) - 3) / 4);
  const always = Math.floor(Math.sqrt(largestSum / terms));
  return {
    largest: Math.min(largestHalf, Math.max(1, walking, always)),
    zeros: Math.max(0, 1 - steps ** 2),
  };
}

// Of one factor of pairs: its products with the other one, which has all the bits that are left, stay exact.
const largestNarrow = 4;

// What two draws of whole numbers are put together from, lest a draw of 32 bits leave the lowest ones empty.
const lowBits = 2 ** 12;

/**
 * Whole numbers for products of pairs, whose sums stay within eight deviations below 2⁴³: such sums are exact in pairs, and rows of
 * them in f64. Of A and B the one has both parts of its pairs filled, and the other is small; which one is drawn.
 */
export function drawPairs(
  { k }: GemmCase,
  random: Random,
): { readonly forA: () => number; readonly forB: () => number } {
  const narrow = drawWhole({ largest: largestNarrow, zeros: 0 }, random);
  // The root of the mean square of ±1 … ±4 is 2.74, that of numbers up to the largest its 1/√3.
  const largest = largestSums.f32x2 / (deviations * 1.59 * Math.sqrt(Math.max(1, k)));
  const high = drawWhole({ largest: Math.floor(largest / lowBits) - 1, zeros: 0 }, random);
  const wide = () => high() * lowBits + random.integer(0, lowBits - 1);
  return random.integer(0, 1) === 1 ? { forA: wide, forB: narrow } : { forA: narrow, forB: wide };
}

/** Draws such numbers. */
export function drawWhole({ largest, zeros }: WholeNumbers, random: Random): () => number {
  return () => {
    if (zeros > 0 && random.uniform(0, 1) < zeros) return 0;
    const drawn = random.integer(1, 2 * largest);
    return drawn <= largest ? drawn : largest - drawn;
  };
}
