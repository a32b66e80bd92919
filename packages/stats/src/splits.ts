// Is a split more than the best split of the same noise in another order? A test that pays for having searched.
import { permutationPValue, slack, sumsOf } from './permutation.ts';
import type { Shuffled } from './permutation.ts';

/** p of the largest split statistic over all places that leave `shortest` points on both sides. */
export function splitPValue(shuffled: Shuffled, shortest: number): number {
  const weights = splitWeights(shuffled.values.length, shortest);
  const observed = largestSplit(sumsOf(shuffled.values), weights) * slack;
  return permutationPValue(shuffled, (sums) => largestSplit(sums, weights) >= observed);
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
