// Arrays in memory that threads share.
import { typeOfArray, view } from '../contract/scalars.ts';
import type { Arrays, NumberArray } from '../contract/scalars.ts';

/** Finds memory for the bytes of an array. */
export type Memory = (name: string, bytes: number) => ArrayBufferLike;

const fresh: Memory = (_, bytes) => new SharedArrayBuffer(bytes);

/**
 * The same numbers in shared memory, fresh unless it is found. An array that lies in such memory already is taken as it is, whatever
 * memory could be found for it; each of the others is copied whole.
 */
export function shared(arrays: Arrays, memory: Memory = fresh): Arrays {
  return Object.fromEntries(
    Object.entries(arrays).map(([name, array]) => [name, sharedArray(name, array, memory)]),
  );
}

function sharedArray(name: string, array: NumberArray, memory: Memory): NumberArray {
  if (array.buffer instanceof SharedArrayBuffer) return array;
  const copy = view(typeOfArray(array), memory(name, array.byteLength));
  copy.set(array);
  return copy;
}
