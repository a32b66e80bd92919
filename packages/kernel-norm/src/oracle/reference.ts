// Normalisation in double precision, two passes a row; a few numbers a row are kept, never a second matrix.
import { stretchOf } from '@kernel-ladder/harness';
import type { Arrays, NumberArray } from '@kernel-ladder/harness';
import type { NormCase } from '../cases.ts';

/** The problem as the oracle sees it. */
export interface Problem {
  readonly x: NumberArray;
  readonly rows: number;
  readonly columns: number;
  readonly gamma: NumberArray;
  /** The shift of each column; null for RMS norm, which does not centre either. */
  readonly beta: NumberArray | null;
}

/** Moments of each row. */
export interface RowStatistics {
  /** Mean of x. */
  readonly mean: Float64Array;
  /** Mean of (x − mean)². */
  readonly variance: Float64Array;
  /** Mean of |x|: what the error of the mean is relative to. */
  readonly absolute: Float64Array;
  /** Mean of x². */
  readonly square: Float64Array;
}

/** Reads a problem off a family's inputs. */
export function problemOf({ rows, columns }: NormCase, inputs: Arrays): Problem {
  const { x, gamma, beta = null } = inputs;
  if (!x || !gamma) throw new Error('no inputs "x" and "gamma"');
  return { x, rows, columns, gamma, beta };
}

/** Moments of the rows of a stretch; of the others nothing. */
export function rowStatistics(problem: Problem, stretch = stretchOf(problem.rows)): RowStatistics {
  const { rows } = problem;
  const statistics = {
    mean: new Float64Array(rows),
    variance: new Float64Array(rows),
    absolute: new Float64Array(rows),
    square: new Float64Array(rows),
  };
  for (let row = stretch.from; row < stretch.to && problem.columns > 0; row++) {
    addSums(problem, row, statistics);
    addVariance(problem, row, statistics);
  }
  return statistics;
}

function addSums({ x, columns }: Problem, row: number, statistics: RowStatistics): void {
  const first = row * columns;
  let [sum, absolute, square] = [0, 0, 0];
  for (let column = 0; column < columns; column++) {
    const value = x[first + column] ?? 0;
    sum += value;
    absolute += Math.abs(value);
    square += value * value;
  }
  statistics.mean[row] = sum / columns;
  statistics.absolute[row] = absolute / columns;
  statistics.square[row] = square / columns;
}

function addVariance({ x, columns }: Problem, row: number, statistics: RowStatistics): void {
  const first = row * columns;
  const mean = statistics.mean[row] ?? 0;
  let sum = 0;
  for (let column = 0; column < columns; column++) sum += ((x[first + column] ?? 0) - mean) ** 2;
  statistics.variance[row] = sum / columns;
}
