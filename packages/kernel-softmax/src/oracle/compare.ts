// Compares rows with the f64 softmax: sums always, elements all or, in a large matrix, a sample of every row.
import type { ElementAt, NumberArray } from '@kernel-ladder/harness';
import { softmaxAt } from './reference.ts';
import type { Problem, RowStatistics } from './reference.ts';

// Up to here every element is compared; an exponential in double precision takes about ten nanoseconds.
const mostElements = 2 ** 24;
// Of a larger matrix these many rows are compared whole …
const wholeRows = 2048;
// … and of every other row both ends and, spread between them, as many columns as this allows in all, 16 at most.
const sampledElements = 2 ** 23;

/** Largest allowed |y − ref|; `depths`: how far the element's logit lies below the row's greatest, and the mean of the denominator's. */
function elementBound(ref: number, depths: number, sumError: number): number {
  const relative = 2 ** -23 * (9 + 2 * depths) + sumError;
  return (ref > 0 ? ref * relative : 0) + 2 ** -126;
}

// What rounding to f16 may add: either neighbour is right, and what is subnormal there may become 0.
function halfBound({ isHalf }: Problem, ref: number): number {
  if (!isHalf) return 0;
  return ref * 2 ** -10 + (ref < 2 ** -13 ? 2 ** -14 : 0);
}

// Largest allowed |Σy − 1| of a row beside the error of the denominator.
const rowError = 1e-5;

/** One matrix under comparison, and the worst found so far. */
export interface Comparison {
  readonly problem: Problem;
  readonly statistics: RowStatistics;
  readonly y: NumberArray;
  /** Error of a denominator as a share of it. */
  readonly sumError: number;
  // Written in place: this runs once an element.
  readonly tally: Tally;
}

interface Tally {
  maxAbs: number;
  maxRel: number;
  worst: number;
  message: string;
  /** The element that is worst; absent where that is a row's sum. */
  at?: ElementAt;
}

/** A comparison that has looked at nothing yet. */
export function startComparison(parts: Omit<Comparison, 'tally'>): Comparison {
  return { ...parts, tally: { maxAbs: 0, maxRel: 0, worst: 0, message: '' } };
}

/** Compares one row's elements, or a sample of them where the matrix is large, and its sum: an element that is not finite speaks first. */
export function compareRow(comparison: Comparison, row: number): void {
  const { problem } = comparison;
  const step = columnStep(problem, row);
  const start = drawn(problem.x[row * problem.columns], step);
  for (let column = start; column < problem.columns; column += step) compareElement(comparison, row, column);
  if (step > 1) compareElement(comparison, row, 0);
  if (step > 1) compareElement(comparison, row, problem.columns - 1);
  compareSum(comparison, row);
}

// A whole number below `count` that a logit decides: nobody knows beforehand where a sample looks.
function drawn(logit: number | undefined, count: number): number {
  return Math.floor(Math.abs(logit ?? 0) * 2 ** 24) % count;
}

function columnStep({ x, rows, columns }: Problem, row: number): number {
  if (rows * columns <= mostElements) return 1;
  const apart = Math.ceil(rows / wholeRows);
  if (row % apart === drawn(x[0], apart)) return 1;
  const samples = Math.min(16, Math.max(2, sampledElements / rows));
  return Math.max(1, Math.ceil(columns / samples));
}

function compareElement(comparison: Comparison, row: number, column: number): void {
  const { problem, statistics, y } = comparison;
  const index = row * problem.columns + column;
  const expected = softmaxAt(problem, statistics, row, column);
  const depth = (statistics.top[row] ?? 0) - (problem.x[index] ?? 0) * problem.scale;
  const depths = depth + (statistics.depth[row] ?? 0);
  const bound = elementBound(expected, depths, comparison.sumError) + halfBound(problem, expected);
  record(comparison, { got: y[index] ?? Number.NaN, expected, bound, of: { index } });
}

function compareSum(comparison: Comparison, row: number): void {
  const { problem, statistics, y } = comparison;
  const first = row * problem.columns;
  let got = 0;
  for (let column = 0; column < problem.columns; column++) got += y[first + column] ?? Number.NaN;
  const expected = statistics.sum[row] === 0 ? 0 : 1;
  // Of halves the elements tell more than their sum.
  const halves = problem.isHalf ? 2 ** -10 + problem.columns * 2 ** -14 : 0;
  record(comparison, { got, expected, bound: rowError + comparison.sumError + halves, of: { row } });
}

interface Value {
  readonly got: number;
  readonly expected: number;
  readonly bound: number;
  /** An element, or the sum of a row. */
  readonly of: { readonly index: number } | { readonly row: number };
}

function record({ tally }: Comparison, { got, expected, bound, of }: Value): void {
  const difference = Math.abs(got - expected);
  const error = Number.isNaN(difference) ? Infinity : difference;
  if (error > tally.maxAbs) tally.maxAbs = error;
  if (expected > 2 ** -126 && error > tally.maxRel * expected) tally.maxRel = error / expected;
  if (error <= tally.worst * bound) return;
  tally.worst = error / bound;
  if (tally.worst <= 1) return;
  const name = 'index' in of ? `y[${of.index}]` : `the sum of row ${of.row}`;
  tally.message = `${name} is ${got}, expected ${expected} ± ${bound.toPrecision(3)}`;
  if ('index' in of) tally.at = { output: 'y', index: of.index };
  else delete tally.at;
}
