// How far an f32 sum may be off.
import { unitRoundoff } from '@kernel-ladder/harness';

/**
 * Bound on the error of a sum as a share of Σ|x|: the smaller of 2·D·u, which is certain, and 4·√D·u, which holds
 * for errors that are independent; D is the longest chain of additions, u = 2^-24.
 */
export function sumBound(longestSum: number): number {
  return unitRoundoff.f32 * Math.min(2 * longestSum, 4 * Math.sqrt(longestSum));
}
