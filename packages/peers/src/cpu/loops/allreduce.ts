// An allreduce on the host: every element of all ranks' vectors combined, and written to every rank.
import { spanOf } from './part.ts';
import type { Part, Span } from './part.ts';

/** Vectors of `n` elements, `stride` elements from one rank's to the next; what lies between is left alone. */
export interface AllreduceTask {
  readonly kind: 'allreduce';
  readonly op: 'sum' | 'mean' | 'max';
  readonly n: number;
  readonly ranks: number;
  readonly stride: number;
  readonly input: Vector;
  readonly output: Vector;
}

type Vector = Float32Array | Int32Array;

// Sums of a block stay in the first-level cache while rank after rank is added.
const block = 1024;

/** Combines one part of the elements. */
export function allreducePart(task: AllreduceTask, part: Part): void {
  const { from, to } = spanOf(task.n, part);
  const sums = new Float64Array(block);
  for (let at = from; at < to; at += block) {
    const span = { from: at, to: Math.min(to, at + block) };
    combine(task, span, sums);
    finish(task, sums);
    spread(task, span, sums);
  }
}

function combine({ op, ranks, stride, input }: AllreduceTask, { from, to }: Span, sums: Float64Array): void {
  const length = to - from;
  sums.set(input.subarray(from, to));
  for (let rank = 1; rank < ranks; rank++) {
    const first = rank * stride + from;
    if (op === 'max') raise(sums, input, { first, length });
    else add(sums, input, { first, length });
  }
}

interface Stretch {
  readonly first: number;
  readonly length: number;
}

function add(sums: Float64Array, input: Vector, { first, length }: Stretch): void {
  for (let at = 0; at < length; at++) sums[at] = (sums[at] ?? 0) + (input[first + at] ?? 0);
}

function raise(sums: Float64Array, input: Vector, { first, length }: Stretch): void {
  for (let at = 0; at < length; at++) {
    const value = input[first + at] ?? 0;
    if (value > (sums[at] ?? 0)) sums[at] = value;
  }
}

// Sixteen integers of 32 bits add up exactly in f64; their sum wraps before it is divided.
function finish({ op, ranks, input }: AllreduceTask, sums: Float64Array): void {
  const isInteger = input instanceof Int32Array;
  const divisor = op === 'mean' ? ranks : 1;
  for (let at = 0; at < sums.length; at++) {
    const sum = sums[at] ?? 0;
    sums[at] = (isInteger ? sum | 0 : sum) / divisor;
  }
}

function spread({ ranks, stride, output }: AllreduceTask, { from, to }: Span, sums: Float64Array): void {
  output.set(sums.subarray(0, to - from), from);
  for (let rank = 1; rank < ranks; rank++) output.copyWithin(rank * stride + from, from, to);
}
