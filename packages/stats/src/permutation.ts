// How often does noise in another order reach what was observed? Random orders of a series, as the sums of its first values.
import { createShuffle } from './random.ts';

/** Noise to shuffle: a series under the hypothesis of one level, and its lag-1 autocorrelation. */
export interface Shuffled {
  readonly values: Float64Array;
  readonly rho: number;
  readonly seed: number;
  /** The test stops, and fails, once the p-value is sure to exceed this. */
  readonly alpha: number;
}

// Draws of a permutation test; where none of the first half reaches what was observed, p is 1 in 500 and that is enough.
const draws = 999;
const enoughDraws = 499;

/** The p-value where no draw comes near. */
export const leastPValue = 1 / (enoughDraws + 1);

/** Sums of the same numbers in another order may differ in the last bit: a tie counts as reached. */
export const slack = 1 - 1e-9;

/**
 * p of what `reaches` sees in the sums of the first 0, 1, 2 … values of a series. Autocorrelated noise is not exchangeable, its
 * innovations are: those are shuffled and the series is rebuilt from them (a sieve of order one, Bühlmann 1997). With rho 0 this
 * is the plain permutation test.
 */
export function permutationPValue(
  { values, rho, seed, alpha }: Shuffled,
  reaches: (sums: Float64Array) => boolean,
): number {
  const innovations = innovationsOf(values, rho);
  const shuffle = createShuffle(seed);
  const sums = new Float64Array(values.length + 1);
  const allowed = Math.floor(alpha * (draws + 1)) - 1;
  let reached = 0;
  for (let draw = 1; draw <= draws; draw++) {
    shuffle(innovations);
    sumRebuilt(innovations, rho, sums);
    if (reaches(sums)) reached++;
    const isClear = reached > allowed || (reached === 0 && draw === enoughDraws);
    if (isClear) return (reached + 1) / (draw + 1);
  }
  return (reached + 1) / (draws + 1);
}

/** x[i] − rho x[i−1] about the mean. */
export function innovationsOf(values: Float64Array, rho: number): Float64Array {
  const mean = meanOf(values);
  return values.map((value, index) => {
    if (index === 0) return (value - mean) * Math.sqrt(1 - rho ** 2);
    return value - mean - rho * ((values[index - 1] ?? 0) - mean);
  });
}

/** The sums of the first 0, 1, 2 … values. */
export function sumsOf(values: Float64Array): Float64Array {
  const sums = new Float64Array(values.length + 1);
  sumRebuilt(values, 0, sums);
  return sums;
}

// Writes the sums of the series whose innovations these are.
function sumRebuilt(innovations: Float64Array, rho: number, sums: Float64Array): void {
  let value = (innovations[0] ?? 0) / Math.sqrt(1 - rho ** 2);
  let sum = value;
  sums[1] = sum;
  for (let index = 1; index < innovations.length; index++) {
    value = rho * value + (innovations[index] ?? 0);
    sum += value;
    sums[index + 1] = sum;
  }
}

/** The mean of values. */
export function meanOf(values: Float64Array): number {
  let total = 0;
  for (let index = 0; index < values.length; index++) total += values[index] ?? 0;
  return total / values.length;
}
