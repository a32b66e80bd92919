// How far an f32 sum may be off, and small integers whose sums are not off at all.
import { unitRoundoff } from '@kernel-ladder/harness';
import type { Random, Threads } from '@kernel-ladder/harness';

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

/** What the terms of a sum come to. */
export interface Magnitudes {
  /** Σx. */
  readonly sum: number;
  /** Σ|x|. */
  readonly absolute: number;
  /** Σx². */
  readonly squares: number;
}

/** Bound on the error of a sum, from what its terms come to. */
export function sumBound(longestSum: number, terms: Terms, { sum, absolute, squares }: Magnitudes): number {
  const { perAbsolute, perWalk } = sumUnits(longestSum, terms);
  return Math.min(absolute * perAbsolute, perWalk * Math.sqrt(squares + sum ** 2));
}

/**
 * The error that a sum may have as a share of Σ|x|, and as one of √(Σx² + (Σx)²): the smaller of the two holds. Of drawn terms a
 * part of m among n comes to about m/n of the sum and a walk of m steps. Over a chain of D additions roundings of such parts, of
 * either sign, add up to u·√(D·(Σx² + (Σx)²))/√3 at most; four units are allowed. Where the mean of the terms is 0, what a kernel
 * may leave out of them is a share of 16·u²·n, 4·10⁻⁶ of 2^26, whatever chain its plan claims.
 */
export function sumUnits(longestSum: number, terms: Terms) {
  // No infinity: of zeros it would make a bound that is no number.
  if (terms !== 'drawn') return { perAbsolute: sumError(longestSum, terms), perWalk: Number.MAX_VALUE };
  const { f32: u } = unitRoundoff;
  return { perAbsolute: 2 * longestSum * u, perWalk: 4 * Math.sqrt(longestSum) * u };
}

/**
 * Longest chain of additions that a launch can have over terms that its threads share: what falls to a thread, sixteen times over since
 * shares differ and terms are read again, a fold of the threads of a workgroup, and one addition for each workgroup that waits for
 * the one before. No limit where nobody knows how many threads there are.
 */
export function longestChain(terms: number, threads?: Threads): number {
  if (!threads) return Number.POSITIVE_INFINITY;
  const { workgroups, workgroupSize } = threads;
  return 64 + 16 * Math.ceil(terms / Math.max(1, workgroups * workgroupSize)) + workgroups;
}

/**
 * One of −4 to −1 and 1 to 4. None is 0, so that each one counts; their mean is, so that sums in any order that does not look
 * at the values stay small: those of 2^30 have a deviation of 2.7·2^15, and f32 is exact up to 187 times that.
 */
export function drawInteger(random: Random): number {
  const drawn = random.integer(-4, 3);
  return drawn < 0 ? drawn : drawn + 1;
}
