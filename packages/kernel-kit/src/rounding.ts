// How far an f32 sum may be off, and small integers whose sums are not off at all.
import { unitRoundoff } from '@kernel-ladder/harness';
import type { Random } from '@kernel-ladder/harness';

/**
 * How the terms of a sum hang together. `whole`: integers whose sums f32 holds. `drawn`: each by itself, so that roundings are of
 * either sign. `alike`: constant, alternating, a ramp, or near a mean far from 0, so that rounding after rounding may be of one sign.
 */
export type Terms = 'whole' | 'drawn' | 'alike';

/**
 * Bound on the error of a sum as a share of Σ|x|, D the longest chain of additions and u = 2^-24. 2·D·u is certain, even where a
 * device adds in another order than planned; 4·√D·u holds where roundings do not follow each other (Higham and Mary, 2019).
 */
export function sumError(longestSum: number, terms: Terms): number {
  if (terms === 'whole') return 0;
  const certain = 2 * longestSum;
  return unitRoundoff.f32 * (terms === 'alike' ? certain : Math.min(certain, 4 * Math.sqrt(longestSum)));
}

/**
 * One of −4 to −1 and 1 to 4. None is 0, so that each one counts; their mean is, so that sums in any order that does not look
 * at the values stay small: those of 2^30 have a deviation of 2.7·2^15, and f32 is exact up to 187 times that.
 */
export function drawInteger(random: Random): number {
  const drawn = random.integer(-4, 3);
  return drawn < 0 ? drawn : drawn + 1;
}
