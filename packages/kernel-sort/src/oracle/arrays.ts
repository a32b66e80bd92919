// Arrays by name, for oracles.
import type { Arrays, NumberArray } from '@kernel-ladder/harness';

/** The input or output of that name; throws where there is none. */
export function arrayOf(arrays: Arrays, name: string): NumberArray {
  const array = arrays[name];
  if (!array) throw new Error(`no input or output "${name}"`);
  return array;
}
