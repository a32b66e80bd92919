// How far a float result may be off.
import { unitRoundoff } from '@kernel-ladder/harness';
import type { AllreduceCase } from '../cases/kind.ts';

const { f32, f16 } = unitRoundoff;
// Half of the smallest f16: what rounding there may add whatever the size of the number.
const smallestHalf = 2 ** -25;
// WGSL lets a division be 2.5 units in the last place off: five times the unit round-off.
const divisionRoundoff = 5 * f32;

/**
 * The bound on |result − reference|, given the element's Σ|x| (divided by the ranks for a mean) and its reference. Zero
 * for integers, for max, and for sums of whole numbers, which are exact in any order.
 */
export function boundOf(
  params: AllreduceCase,
  longestSum: number,
): (absolute: number, expected: number) => number {
  const { op, dtype, fill, ranks } = params;
  // More additions than ranks to add there are not, whatever a plan says.
  const additions = Math.min(longestSum, ranks - 1);
  const isExact = dtype === 'i32' || op === 'max' || ranks === 1;
  const isWhole = fill === 'integers' || fill === 'ranks';
  if (isExact || (isWhole && op === 'sum')) return () => 0;
  const division = op === 'mean' ? divisionRoundoff : 0;
  if (isWhole) return boundOfMean(dtype);
  if (dtype === 'f16') {
    const share = accumulated(additions, f16) + accumulated(ranks - 1, f32);
    return (absolute, expected) =>
      share * absolute + division * Math.abs(expected) + additions * smallestHalf;
  }
  const share = accumulated(additions, f32);
  return (absolute, expected) => share * absolute + division * Math.abs(expected);
}

// A mean of whole numbers errs by its division and, in f16, by being stored.
function boundOfMean(dtype: AllreduceCase['dtype']): (absolute: number, expected: number) => number {
  const [stored, smallest] = dtype === 'f16' ? [f16, smallestHalf] : [0, 0];
  return (_, expected) => (divisionRoundoff + stored) * Math.abs(expected) + smallest;
}

// Share of Σ|x| that a chain of roundings may be off, their products included (Higham, Accuracy and Stability, 2002, 3.1).
function accumulated(roundings: number, unit: number): number {
  return (roundings * unit) / (1 - roundings * unit);
}

/** The bound as the result page states it. */
export const tolerance =
  'f32: D·2^-24·Σ|x|, D the longest chain of additions (at most ranks − 1); f16: R·2^-11·Σ|x| + (ranks − 1)·2^-24·Σ|x|, R the most roundings to f16 on a path; a mean has both divided by the ranks and 5·2^-24·|mean| more; max, i32 and sums of whole numbers: exact, their means to the division; all ranks bitwise equal';
