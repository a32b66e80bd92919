// Is a split more than the best split of the same noise in another order? Tests that pay for having searched.
import { shuffle } from './random.ts';
import type { RandomBits } from './random.ts';

/** Noise to shuffle: a series under the hypothesis of one level, and its lag-1 autocorrelation. */
export interface Shuffled {
  readonly values: Float64Array;
  readonly rho: number;
  readonly random: RandomBits;
  /** The test stops, and fails, once the p-value is sure to exceed this. */
  readonly alpha: number;
}

// Draws of a permutation test; where none of the first half reaches what was observed, p is 1 in 500 and that is enough.
const draws = 999;
const enoughDraws = 499;

type Statistic = (values: Float64Array) => number;

/** p of the largest split statistic over all places that leave `shortest` points on both sides. */
export function splitPValue(shuffled: Shuffled, shortest: number): number {
  const weights = splitWeights(shuffled.values.length, shortest);
  return permutationPValue(shuffled, (values) => largestSplit(values, weights));
}

/** p of a window of `width` points that leaves the level, against windows of every width up to 15 at every place. */
export function windowPValue(shuffled: Shuffled, width: number): number {
  const widths = [...new Set([3, 4, 5, 7, 10, 15, width])];
  const sums = new Float64Array(shuffled.values.length + 1);
  return permutationPValue(shuffled, (values) => largestWindow(values, widths, sums));
}

function splitWeights(count: number, shortest: number): Float64Array {
  const weights = new Float64Array(count);
  for (let left = shortest; left <= count - shortest; left++) weights[left] = count / (left * (count - left));
  return weights;
}

// The square of |mean left − mean right| √(k (n − k) / n), at its largest.
function largestSplit(values: Float64Array, weights: Float64Array): number {
  const count = values.length;
  let total = 0;
  for (let index = 0; index < count; index++) total += values[index] ?? 0;
  const mean = total / count;
  let sum = 0;
  let largest = 0;
  for (let left = 1; left < count; left++) {
    sum += (values[left - 1] ?? 0) - mean;
    largest = Math.max(largest, sum * sum * (weights[left] ?? 0));
  }
  return largest;
}

// The square of a window's sum of deviations over √(w (1 − w/n)), at its largest; `sums` is scratch space.
function largestWindow(values: Float64Array, widths: readonly number[], sums: Float64Array): number {
  const count = values.length;
  for (let index = 0; index < count; index++) sums[index + 1] = (sums[index] ?? 0) + (values[index] ?? 0);
  const mean = (sums[count] ?? 0) / count;
  let largest = 0;
  for (const width of widths) {
    let farthest = 0;
    for (let end = width; end <= count; end++)
      farthest = Math.max(farthest, Math.abs((sums[end] ?? 0) - (sums[end - width] ?? 0) - width * mean));
    largest = Math.max(largest, farthest ** 2 / (width * (1 - width / count)));
  }
  return largest;
}

// Autocorrelated noise is not exchangeable, its innovations x[i] − rho x[i−1] are: those are shuffled and the series is
// rebuilt from them (a sieve of order one, Bühlmann 1997). With rho 0 this is the plain permutation test.
function permutationPValue({ values, rho, random, alpha }: Shuffled, statistic: Statistic): number {
  // Sums of the same numbers in another order may differ in the last bit: a tie counts as reached.
  const observed = statistic(values) * (1 - 1e-9);
  const innovations = innovationsOf(values, rho);
  const rebuilt = rho === 0 ? innovations : new Float64Array(values.length);
  const allowed = Math.floor(alpha * (draws + 1)) - 1;
  let reached = 0;
  for (let draw = 1; draw <= draws; draw++) {
    shuffle(innovations, random);
    if (rho !== 0) rebuild(innovations, rho, rebuilt);
    if (statistic(rebuilt) >= observed) reached++;
    const isClear = reached > allowed || (reached === 0 && draw === enoughDraws);
    if (isClear) return (reached + 1) / (draw + 1);
  }
  return (reached + 1) / (draws + 1);
}

function innovationsOf(values: Float64Array, rho: number): Float64Array {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return values.map((value, index) => {
    if (index === 0) return (value - mean) * Math.sqrt(1 - rho ** 2);
    return value - mean - rho * ((values[index - 1] ?? 0) - mean);
  });
}

function rebuild(innovations: Float64Array, rho: number, out: Float64Array): void {
  let value = (innovations[0] ?? 0) / Math.sqrt(1 - rho ** 2);
  out[0] = value;
  for (let index = 1; index < innovations.length; index++) {
    value = rho * value + (innovations[index] ?? 0);
    out[index] = value;
  }
}
