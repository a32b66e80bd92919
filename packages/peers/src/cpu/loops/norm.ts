// Layer normalisation and RMS norm of each row: its moments in f64, then its elements.
import { combineAll } from '../team.ts';
import type { Team } from '../team.ts';
import { spanOf } from './part.ts';
import type { Part, Span } from './part.ts';
import { sumOf } from './reduce.ts';
import { eachRow } from './rows.ts';

/** y = (x − mean) / √(variance + epsilon) · gamma + beta over each row; without `beta`, x / √(mean of x² + epsilon) · gamma. */
export interface NormTask {
  readonly kind: 'norm';
  readonly rows: number;
  readonly columns: number;
  readonly epsilon: number;
  readonly x: Float32Array;
  readonly gamma: Float32Array;
  /** Null for RMS norm, which does not centre either. */
  readonly beta: Float32Array | null;
  readonly y: Float32Array;
  readonly team: Team;
}

/** Does one part of the rows, or of each row. */
export function normPart(task: NormTask, part: Part): void {
  const { columns, epsilon, x, beta, team } = task;
  eachRow(task, part, (row, within) => {
    const span = spanOf(columns, within);
    const first = row * columns;
    const own = { from: first + span.from, to: first + span.to };
    const mean = beta ? combineAll(team, within, { op: 'sum', mine: sumOf(x, own) }) / columns : 0;
    const variance = combineAll(team, within, { op: 'sum', mine: squares(x, own, mean) }) / columns;
    normalise(task, { first, span, mean, scale: 1 / Math.sqrt(variance + epsilon) });
  });
}

function squares(x: Float32Array, { from, to }: Span, mean: number): number {
  let sum = 0;
  for (let index = from; index < to; index++) {
    const deviation = (x[index] ?? 0) - mean;
    sum += deviation * deviation;
  }
  return sum;
}

interface Row {
  readonly first: number;
  readonly span: Span;
  readonly mean: number;
  readonly scale: number;
}

function normalise({ x, gamma, beta, y }: NormTask, { first, span, mean, scale }: Row): void {
  for (let column = span.from; column < span.to; column++) {
    const centred = ((x[first + column] ?? 0) - mean) * scale;
    y[first + column] = centred * (gamma[column] ?? 0) + (beta ? (beta[column] ?? 0) : 0);
  }
}
