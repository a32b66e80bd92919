// Softmax of each row: its maximum, its exponentials and their sum, then the quotients.
import { combineAll } from '../team.ts';
import type { Team } from '../team.ts';
import { spanOf } from './part.ts';
import type { Part, Span } from './part.ts';
import { eachRow } from './rows.ts';

/** y = softmax(scale · x) over each row of a row-major matrix; columns that `keep` has a 0 for count for nothing. */
export interface SoftmaxTask {
  readonly kind: 'softmax';
  readonly rows: number;
  readonly columns: number;
  readonly scale: number;
  readonly x: Float32Array;
  /** A word a column; all columns count where it is null. */
  readonly keep: Uint32Array | null;
  readonly y: Float32Array;
  readonly team: Team;
}

/** Does one part of the rows, or of each row. */
export function softmaxPart(task: SoftmaxTask, part: Part): void {
  const { columns, team } = task;
  eachRow(task, part, (row, within) => {
    const span = spanOf(columns, within);
    const logits = { ...task, x: rowOf(task.x, row, columns), y: rowOf(task.y, row, columns) };
    const top = combineAll(team, within, { op: 'max', mine: topOf(logits, span) });
    // Nothing counts in a row without a greatest logit: its exponentials are zeros already.
    const sum = combineAll(team, within, { op: 'sum', mine: exponentials(logits, span, top) });
    if (top > -Infinity) divide(logits.y, span, sum);
  });
}

function rowOf(matrix: Float32Array, row: number, columns: number): Float32Array {
  return matrix.subarray(row * columns, (row + 1) * columns);
}

function topOf({ x, keep, scale }: SoftmaxTask, { from, to }: Span): number {
  let top = -Infinity;
  for (let column = from; column < to; column++) {
    const logit = (x[column] ?? 0) * scale;
    if (logit > top && (keep === null || keep[column] !== 0)) top = logit;
  }
  return top;
}

// Written where the quotients will be, so that each is computed once.
function exponentials({ x, keep, y, scale }: SoftmaxTask, { from, to }: Span, top: number): number {
  let sum = 0;
  for (let column = from; column < to; column++) {
    const counts = top > -Infinity && (keep === null || keep[column] !== 0);
    const weight = counts ? Math.exp((x[column] ?? 0) * scale - top) : 0;
    y[column] = weight;
    sum += weight;
  }
  return sum;
}

function divide(y: Float32Array, { from, to }: Span, sum: number): void {
  const inverse = 1 / sum;
  for (let column = from; column < to; column++) y[column] = (y[column] ?? 0) * inverse;
}
