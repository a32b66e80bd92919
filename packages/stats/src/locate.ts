// Where exactly did the level change, and where else could it have been?
import { clip, clipSigmas, inflation } from './noise.ts';
import type { Level, Noise } from './noise.ts';
import { shortestLevel } from './trial.ts';

/** The likeliest first index of the later level, and the indices whose likelihood is within e² of it. */
export interface Location {
  readonly index: number;
  readonly low: number;
  readonly high: number;
}

/**
 * Places a boundary between two levels by least squares on clipped values: steadier than the absolute deviations that
 * proposed it. A log likelihood within 2 of the best is about a 95 % interval.
 */
export function locate(values: Float64Array, left: Level, right: Level, noise: Noise): Location {
  const gains = splitGains(values, left, right, noise);
  const first = left.start + shortestLevel;
  const best = gains.reduce((top, gain, at) => (gain > (gains[top] ?? 0) ? at : top), 0);
  const near = (gains[best] ?? 0) - 2;
  let [low, high] = [best, best];
  while (low > 0 && (gains[low - 1] ?? 0) >= near) low--;
  while (high < gains.length - 1 && (gains[high + 1] ?? 0) >= near) high++;
  return { index: first + best, low: first + low, high: first + high };
}

// Log likelihood gained over one common level, for every place that leaves both sides long enough.
function splitGains(values: Float64Array, left: Level, right: Level, noise: Noise): readonly number[] {
  const reach = clipSigmas * noise.robust;
  const middle = (left.median + right.median) / 2;
  const apart = Math.abs(left.median - right.median) / 2;
  const pair = values.slice(left.start, right.end).map((value) => clip(value, middle, apart + reach));
  const mean = pair.reduce((sum, value) => sum + value, 0) / pair.length;
  const price = 2 * noise.sigma ** 2 * inflation(noise.rho);
  const gains: number[] = [];
  let sum = 0;
  pair.forEach((value, index) => {
    sum += value - mean;
    const count = index + 1;
    if (count >= shortestLevel && count <= pair.length - shortestLevel)
      gains.push((sum ** 2 * pair.length) / (count * (pair.length - count)) / price);
  });
  return gains;
}
