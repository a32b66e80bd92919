// Arrays in memory that threads share.
import { typeOfArray, view } from '../contract/scalars.ts';
import type { Arrays, NumberArray } from '../contract/scalars.ts';

/** The same numbers in shared memory; an array that lies there already is not copied. */
export function shared(arrays: Arrays): Arrays {
  return Object.fromEntries(Object.entries(arrays).map(([name, array]) => [name, sharedArray(array)]));
}

function sharedArray(array: NumberArray): NumberArray {
  if (array.buffer instanceof SharedArrayBuffer) return array;
  const copy = view(typeOfArray(array), new SharedArrayBuffer(array.byteLength));
  copy.set(array);
  return copy;
}
