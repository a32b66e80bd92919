// Compares rows with the f64 normalisation, every element within a forward error bound.
import { unitRoundoff } from '@kernel-ladder/harness';
import type { ElementAt, NumberArray } from '@kernel-ladder/harness';
import { epsilon } from '../inputs.ts';
import type { Problem, RowStatistics } from './reference.ts';

const u = unitRoundoff.f32;

/** What one row's bound and reference are made of. */
export interface RowBound {
  /** Subtracted from x: the mean, or 0 for RMS norm. */
  readonly centre: number;
  /** 1/√(variance + ε), or of the mean square for RMS norm. */
  readonly inverse: number;
  /** Largest error of the mean. */
  readonly meanError: number;
  /** Largest relative error of a deviation times the inverse root, the mean's error aside. */
  readonly scaleError: number;
}

/**
 * First-order error analysis of one row, g the error of its sums as `sumError` bounds it. The mean is off by
 * (g + 2u)·mean|x|; the variance by (g + 4u)·(V + √(mean(x²)·V)) and the square of the mean's error, which holds for
 * two passes and for Welford's update (Chan, Golub & LeVeque, 1983), not for E[x²] − E[x]².
 */
export function rowBound(statistics: RowStatistics, row: number, g: number, isCentred: boolean): RowBound {
  const square = statistics.square[row] ?? 0;
  if (!isCentred)
    return { centre: 0, inverse: 1 / Math.sqrt(square + epsilon), meanError: 0, scaleError: g + 16 * u };
  const variance = statistics.variance[row] ?? 0;
  const meanError = (g + 2 * u) * (statistics.absolute[row] ?? 0);
  const varianceError = (g + 4 * u) * (variance + Math.sqrt(square * variance)) + meanError ** 2;
  return {
    centre: statistics.mean[row] ?? 0,
    inverse: 1 / Math.sqrt(variance + epsilon),
    meanError,
    scaleError: varianceError / (variance + epsilon) + 12 * u,
  };
}

/** One matrix under comparison, and the worst found so far. */
export interface Comparison {
  readonly problem: Problem;
  readonly statistics: RowStatistics;
  readonly y: NumberArray;
  /** Error of a sum as a share of the magnitudes that it adds up. */
  readonly g: number;
  // Written in place: this runs once an element.
  readonly tally: { maxAbs: number; maxRel: number; worst: number; message: string; at?: ElementAt };
}

/** A comparison that has looked at nothing yet. */
export function startComparison(parts: Omit<Comparison, 'tally'>): Comparison {
  return { ...parts, tally: { maxAbs: 0, maxRel: 0, worst: 0, message: '' } };
}

/** Compares every element of one row. */
export function compareRow(comparison: Comparison, row: number): void {
  const { problem, statistics, y, g } = comparison;
  const { x, columns, gamma, beta } = problem;
  const { centre, inverse, meanError, scaleError } = rowBound(statistics, row, g, beta !== null);
  const first = row * columns;
  for (let column = 0; column < columns; column++) {
    const scale = inverse * (gamma[column] ?? 0);
    const shift = beta ? (beta[column] ?? 0) : 0;
    const deviation = (x[first + column] ?? 0) - centre;
    const expected = deviation * scale + shift;
    const scaled = Math.abs(deviation * scale);
    const bound =
      Math.abs(scale) * meanError + scaled * (scaleError + 2 * u) + 2 * u * Math.abs(shift) + 2 ** -126;
    const error = Math.abs((y[first + column] ?? Number.NaN) - expected);
    const { maxAbs, maxRel, worst } = comparison.tally;
    // Also when the error is NaN.
    if (!(error <= maxAbs && error <= worst * bound && error <= maxRel * Math.abs(expected)))
      record(comparison, { index: first + column, expected, bound, error });
  }
}

interface Finding {
  readonly index: number;
  readonly expected: number;
  readonly bound: number;
  readonly error: number;
}

function record({ tally, y }: Comparison, { index, expected, bound, error }: Finding): void {
  const size = Number.isNaN(error) ? Infinity : error;
  tally.maxAbs = Math.max(tally.maxAbs, size);
  if (Math.abs(expected) > 2 ** -126) tally.maxRel = Math.max(tally.maxRel, size / Math.abs(expected));
  if (size <= tally.worst * bound) return;
  tally.worst = size / bound;
  if (tally.worst <= 1) return;
  tally.message = `y[${index}] is ${y[index]}, expected ${expected} ± ${bound.toPrecision(3)}`;
  tally.at = { output: 'y', index };
}
