// Memory that threads share.
import type { NumberArray } from '@kernel-ladder/harness';
import type { Vector } from './loops/reduce.ts';

/** A zeroed array of the same type and another length, in shared memory. */
export function sharedLike<T extends NumberArray>(array: T, length: number): T {
  const memory = new SharedArrayBuffer(length * array.BYTES_PER_ELEMENT);
  // A typed array's own constructor makes its own type.
  return new (array.constructor as new (buffer: SharedArrayBuffer) => T)(memory);
}

/** Whether an input is a vector that loops of 32-bit elements take. */
export function isVectorOf32(values: NumberArray | undefined): values is Vector {
  return values instanceof Float32Array || values instanceof Int32Array || values instanceof Uint32Array;
}
