// A case as chunks: which bytes of the host go in, what is launched on them, and where what comes out belongs.
import type { Arrays, NumberArray } from '@kernel-ladder/harness';
import { isBatch } from '../cases.ts';
import type { BatchCase, ChainCase, StreamCase } from '../cases.ts';
import { chainStage, productStage } from '../plans.ts';
import type { Stage } from '../plans.ts';

/** Bytes of a named array of the host. */
interface HostRange {
  readonly array: string;
  readonly offset: number;
  readonly bytes: number;
}

/** A case in chunks, of which each needs nothing of another. */
export interface Workload {
  readonly chunks: number;
  /** Bytes of each operand, and of the result, of the largest chunk. */
  readonly operands: readonly number[];
  readonly result: number;
  /** What a chunk is launched with; operands first, the result last. */
  readonly stage: Stage;
  /** What each operand of a chunk is. */
  readonly sources: (chunk: number) => readonly HostRange[];
  /** Where its result belongs. */
  readonly target: (chunk: number) => HostRange;
}

/** The chunks of a case. */
export function workloadOf(params: StreamCase): Workload {
  return isBatch(params) ? batchWorkload(params) : chainWorkload(params);
}

function chainWorkload({ bytes, chunk, rounds }: ChainCase): Workload {
  const largest = Math.min(chunk, bytes);
  const rangeOf = (array: string, index: number): HostRange => {
    const offset = index * chunk;
    return { array, offset, bytes: Math.min(chunk, bytes - offset) };
  };
  return {
    chunks: Math.ceil(bytes / chunk),
    operands: [largest],
    result: largest,
    // The last chunk may be short: what else lies in its slot is computed as well, and stays there.
    stage: chainStage(largest / 4, rounds),
    sources: (index) => [rangeOf('x', index)],
    target: (index) => rangeOf('y', index),
  };
}

function batchWorkload({ m, products }: BatchCase): Workload {
  const bytes = 4 * m ** 2;
  const rangeOf = (array: string, index: number): HostRange => ({ array, offset: index * bytes, bytes });
  return {
    chunks: products,
    operands: [bytes, bytes],
    result: bytes,
    stage: productStage(m, 1),
    sources: (index) => [rangeOf('a', index), rangeOf('b', index)],
    target: (index) => rangeOf('c', index),
  };
}

/** The bytes of a range; throws where there is no array of that name. */
export function bytesIn(arrays: Arrays, { array, offset, bytes }: HostRange): Uint8Array<ArrayBufferLike> {
  const found: NumberArray | undefined = arrays[array];
  if (!found) throw new Error(`no array "${array}"`);
  return new Uint8Array(found.buffer, found.byteOffset + offset, bytes);
}
