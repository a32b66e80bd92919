// Does a level creep? A slope that no single step shows.
import { inflation } from './noise.ts';
import type { Noise } from './noise.ts';
import { studentUpperTail } from './student.ts';

/** A slow trend inside one level. */
export interface Drift {
  /** last/first − 1 along the fitted line. */
  readonly effect: number;
  /** Two-sided, of Mann and Kendall's test. */
  readonly p: number;
}

const fewestPoints = 10;
const driftAlpha = 0.001;

/**
 * A monotone trend worth `minimumEffect` over the whole stretch, or null: Mann-Kendall at p < 0.001 with its variance
 * widened by autocorrelation, and the slope of Theil and Sen (Sen 1968).
 */
export function findDrift(values: Float64Array, noise: Noise, minimumEffect: number): Drift | null {
  const count = values.length;
  if (count < fewestPoints) return null;
  const variance = (count * (count - 1) * (2 * count + 5) * inflation(noise.rho)) / 18;
  const z = Math.max(0, Math.abs(concordance(values)) - 1) / Math.sqrt(variance);
  // With a million degrees of freedom Student's t is the normal distribution.
  const p = Math.min(1, 2 * studentUpperTail(z, 1e6));
  if (p >= driftAlpha) return null;
  const effect = Math.expm1(medianSlope(values) * (count - 1));
  return Math.abs(effect) >= minimumEffect ? { effect, p } : null;
}

function concordance(values: Float64Array): number {
  let score = 0;
  for (let later = 1; later < values.length; later++)
    for (let earlier = 0; earlier < later; earlier++)
      score += Math.sign((values[later] ?? 0) - (values[earlier] ?? 0));
  return score;
}

function medianSlope(values: Float64Array): number {
  const count = values.length;
  const slopes = new Float64Array((count * (count - 1)) / 2);
  let at = 0;
  for (let later = 1; later < count; later++)
    for (let earlier = 0; earlier < later; earlier++)
      slopes[at++] = ((values[later] ?? 0) - (values[earlier] ?? 0)) / (later - earlier);
  slopes.sort();
  return slopes[slopes.length >> 1] ?? 0;
}
