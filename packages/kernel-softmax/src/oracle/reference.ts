// Softmax in double precision, row by row: the maximum and the denominator of each row are kept, never a second matrix.
import { stretchOf } from '@kernel-ladder/harness';
import type { Arrays } from '@kernel-ladder/harness';
import type { SoftmaxCase } from '../cases.ts';
import { maskScale } from '../inputs.ts';

/** The problem as the oracle sees it. */
export interface Problem {
  readonly x: ArrayLike<number>;
  readonly rows: number;
  readonly columns: number;
  /** 1 without a mask, 1/√64 with one. */
  readonly scale: number;
  /** Columns that count; all when null. */
  readonly keep: ArrayLike<number> | null;
  /** Whether results are halves. */
  readonly isHalf?: boolean;
}

/** Per row: the greatest scaled logit that counts, Σ exp(logit − top), and how deep the logits lie below the top in the mean of these weights; 0 where nothing counts. */
export interface RowStatistics {
  readonly top: Float64Array;
  readonly sum: Float64Array;
  readonly depth: Float64Array;
}

/** Reads a problem off a family's inputs. */
export function problemOf(
  { rows, columns, mask, dtype }: Pick<SoftmaxCase, 'rows' | 'columns' | 'mask' | 'dtype'>,
  inputs: Arrays,
): Problem {
  const x = inputs['x'];
  if (!x) throw new Error('no input "x"');
  const scale = mask === 'none' ? 1 : maskScale;
  return { x, rows, columns, scale, keep: inputs['keep'] ?? null, isHalf: dtype === 'f16' };
}

/** Maximum and denominator of the rows of a stretch; of the others nothing. */
export function rowStatistics(problem: Problem, stretch = stretchOf(problem.rows)): RowStatistics {
  const { rows } = problem;
  const statistics = {
    top: new Float64Array(rows),
    sum: new Float64Array(rows),
    depth: new Float64Array(rows),
  };
  for (let row = stretch.from; row < stretch.to; row++) {
    const top = topOf(problem, row);
    statistics.top[row] = top;
    if (top > -Infinity) addSums(problem, row, statistics);
  }
  return statistics;
}

/** Softmax of one element. */
export function softmaxAt(problem: Problem, statistics: RowStatistics, row: number, column: number): number {
  const sum = statistics.sum[row] ?? 0;
  if (sum === 0 || (problem.keep && !problem.keep[column])) return 0;
  const logit = (problem.x[row * problem.columns + column] ?? 0) * problem.scale;
  return Math.exp(logit - (statistics.top[row] ?? 0)) / sum;
}

function topOf({ x, columns, scale, keep }: Problem, row: number): number {
  const first = row * columns;
  let top = -Infinity;
  for (let column = 0; column < columns; column++) {
    const logit = (x[first + column] ?? 0) * scale;
    if (logit > top && (keep === null || keep[column])) top = logit;
  }
  return top;
}

function addSums({ x, columns, scale, keep }: Problem, row: number, statistics: RowStatistics): void {
  const first = row * columns;
  const top = statistics.top[row] ?? 0;
  let [sum, depths] = [0, 0];
  for (let column = 0; column < columns; column++) {
    if (keep !== null && !keep[column]) continue;
    const depth = top - (x[first + column] ?? 0) * scale;
    const weight = Math.exp(-depth);
    sum += weight;
    if (weight > 0) depths += weight * depth;
  }
  statistics.sum[row] = sum;
  statistics.depth[row] = depths / sum;
}
