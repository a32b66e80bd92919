// Memory that threads share.
import type { Vector } from './loops.ts';

/** A copy of an array in shared memory. */
export function shared<T extends Vector>(array: T): T {
  const copy = sharedLike(array, array.length);
  copy.set(array);
  return copy;
}

/** A zeroed array of the same type and another length, in shared memory. */
export function sharedLike<T extends Vector>(array: T, length: number): T {
  const memory = new SharedArrayBuffer(length * array.BYTES_PER_ELEMENT);
  // A typed array's own constructor makes its own type.
  return new (array.constructor as new (buffer: SharedArrayBuffer) => T)(memory);
}
