// Maps of vectors, element by element.
import { spanOf } from './part.ts';
import type { Part, Span } from './part.ts';

/** One operator over vectors of one length. */
export interface MapTask {
  readonly kind: 'map';
  readonly op: MapName;
  readonly factor: number;
  readonly a: Float32Array;
  /** The first operand again where there is no second. */
  readonly b: Float32Array;
  readonly result: Float32Array;
}

/** The operators that have a loop. */
export type MapName = keyof typeof loops;

// A loop for each: one that called a function of the operator would do so at every element.
const loops = {
  add: ({ a, b, result }: MapTask, { from, to }: Span): void => {
    for (let index = from; index < to; index++) result[index] = (a[index] ?? 0) + (b[index] ?? 0);
  },
  scale: ({ a, factor, result }: MapTask, { from, to }: Span): void => {
    for (let index = from; index < to; index++) result[index] = factor * (a[index] ?? 0);
  },
  saxpy: ({ a, b, factor, result }: MapTask, { from, to }: Span): void => {
    for (let index = from; index < to; index++) result[index] = factor * (a[index] ?? 0) + (b[index] ?? 0);
  },
  relu: ({ a, result }: MapTask, { from, to }: Span): void => {
    for (let index = from; index < to; index++) result[index] = Math.max(0, a[index] ?? 0);
  },
};

/** The name, if a loop has it. */
export function mapNamed(op: string): MapName | undefined {
  return op in loops ? (op as MapName) : undefined;
}

/** Maps one part of the vectors. */
export function mapPart(task: MapTask, part: Part): void {
  loops[task.op](task, spanOf(task.result.length, part));
}
