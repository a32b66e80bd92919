// Chernoff's bound on the sum of some of many values, drawn without replacement (Joag-Dev and Proschan 1983): w of them reach a distance d
// above w means in at most exp(w growth − steepness d) of all draws, at any steepness.
import { meanOf } from './permutation.ts';

/** What fewer than one order in 100,000 does is not looked for. */
export const negligible = 1e-5;

/** ln of the mean of exp(steepness × (value − mean)). */
export interface Tilt {
  readonly steepness: number;
  readonly growth: number;
}

/** Tilts of values at some steepnesses, for sums above their mean or, by the sign, below it. */
export function tiltsOf(values: Float64Array, sign: 1 | -1): readonly Tilt[] {
  const mean = meanOf(values);
  const largest = values.reduce((most, value) => Math.max(most, Math.abs(value - mean)), 0);
  return [1, 2, 4, 6, 8, 12, 16, 32].map((times) => {
    const steepness = times / largest;
    const total = values.reduce((sum, value) => sum + Math.exp(sign * steepness * (value - mean)), 0);
    return { steepness, growth: Math.log(total / values.length) };
  });
}
