// Is a split more than the best split of the same noise in another order? A test that pays for having searched.
import { leastPValue, meanOf, permutationPValue, slack, sumsOf } from './permutation.ts';
import type { Shuffled } from './permutation.ts';
import { negligible, tiltsOf } from './tilt.ts';

/**
 * p of the largest split statistic over all places that leave `shortest` points on both sides. Where a bound says that no order reaches
 * it, none is drawn.
 */
export function splitPValue(shuffled: Shuffled, shortest: number): number {
  const { values, rho } = shuffled;
  const weights = splitWeights(values.length, shortest);
  const observed = largestSplit(sumsOf(values), weights) * slack;
  if (rho === 0 && isOutOfReach(values, observed, shortest)) return leastPValue;
  return permutationPValue(shuffled, (sums) => largestSplit(sums, weights) >= observed);
}

// From as many standard deviations on a normal sum would be out of reach: below, the bound would say nothing.
const worthBound = Math.sqrt(-2 * Math.log(negligible));

function isOutOfReach(values: Float64Array, observed: number, shortest: number): boolean {
  const count = values.length;
  const mean = meanOf(values);
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / count;
  if (!(observed > worthBound ** 2 * variance)) return false;
  const sides = [tiltsOf(values, 1), tiltsOf(values, -1)];
  let chance = 0;
  // The rest of the values is as far off on the other side: the shorter part stands for both.
  for (let width = shortest; width <= count - width && chance <= negligible; width++) {
    const distance = Math.sqrt((observed * width * (count - width)) / count);
    for (const tilts of sides) {
      let exponent = 0;
      for (const { steepness, growth } of tilts)
        exponent = Math.min(exponent, width * growth - steepness * distance);
      chance += 2 * Math.exp(exponent);
    }
  }
  return chance <= negligible;
}

function splitWeights(count: number, shortest: number): Float64Array {
  const weights = new Float64Array(count);
  for (let left = shortest; left <= count - shortest; left++) weights[left] = count / (left * (count - left));
  return weights;
}

// The square of |mean left − mean right| √(k (n − k) / n), at its largest, from the sums of the first values.
function largestSplit(sums: Float64Array, weights: Float64Array): number {
  const mean = (sums[weights.length] ?? 0) / weights.length;
  let largest = 0;
  for (let left = 1; left < weights.length; left++) {
    const apart = (sums[left] ?? 0) - left * mean;
    const square = apart * apart * (weights[left] ?? 0);
    if (square > largest) largest = square;
  }
  return largest;
}
