// A vector to one number, part by part.
import { spanOf } from './part.ts';
import type { Part, Span } from './part.ts';

/** Any vector that is reduced; its memory may be shared. */
export type Vector = Float32Array | Int32Array | Uint32Array;

/** A vector to one number a part; the parts are folded by whoever asked. */
export interface ReduceTask {
  readonly kind: 'reduce';
  readonly op: 'sum' | 'min' | 'max';
  readonly values: Vector;
  /** What nothing reduces to. */
  readonly identity: number;
  /** One place a part. */
  readonly partials: Float64Array;
}

/** Reduces one part of the vector. */
export function reducePart({ op, values, identity, partials }: ReduceTask, part: Part): void {
  const span = spanOf(values.length, part);
  if (op === 'sum') partials[part.index] = sumOf(values, span);
  else
    partials[part.index] =
      op === 'min' ? leastOf(values, identity, span) : greatestOf(values, identity, span);
}

/** The sum of a stretch of a vector: in f64, or wrapped to 32 bits with a sign. */
export function sumOf(values: Vector, span: Span): number {
  return values instanceof Float32Array ? floatSum(values, span) : integerSum(values, span);
}

/** Folds what the parts of a reduction came to. */
export function foldPartials({ op, values, partials }: ReduceTask): number {
  const isWhole = !(values instanceof Float32Array);
  const total = partials.reduce((a, b) => (op === 'sum' ? wrapped(a + b, isWhole) : pick(op, a, b)));
  return values instanceof Uint32Array ? total >>> 0 : total;
}

// Four chains of additions, so that the next does not wait for the one before; in f64, which costs JavaScript nothing.
function floatSum(values: Float32Array, { from, to }: Span): number {
  let [s0, s1, s2, s3] = [0, 0, 0, 0];
  const whole = from + 4 * Math.floor((to - from) / 4);
  for (let index = from; index < whole; index += 4) {
    s0 += values[index] ?? 0;
    s1 += values[index + 1] ?? 0;
    s2 += values[index + 2] ?? 0;
    s3 += values[index + 3] ?? 0;
  }
  for (let index = whole; index < to; index++) s0 += values[index] ?? 0;
  return s0 + s1 + (s2 + s3);
}

function integerSum(values: Int32Array | Uint32Array, { from, to }: Span): number {
  let sum = 0;
  for (let index = from; index < to; index++) sum = (sum + (values[index] ?? 0)) | 0;
  return sum;
}

function leastOf(values: Vector, identity: number, { from, to }: Span): number {
  let best = identity;
  for (let index = from; index < to; index++) {
    const value = values[index] ?? best;
    if (value < best) best = value;
  }
  return best;
}

function greatestOf(values: Vector, identity: number, { from, to }: Span): number {
  let best = identity;
  for (let index = from; index < to; index++) {
    const value = values[index] ?? best;
    if (value > best) best = value;
  }
  return best;
}

// Sums of integers wrap modulo 2^32.
function wrapped(sum: number, isWhole: boolean): number {
  return isWhole ? sum | 0 : sum;
}

// NaN is never less nor greater: it is passed over.
function pick(op: 'min' | 'max', a: number, b: number): number {
  return (op === 'min' ? b < a : b > a) ? b : a;
}
