// Inputs and outputs by name, for oracles.
import type { Arrays, NumberArray } from '@kernel-ladder/harness';

/** The array of that name; throws where there is none. */
export function arrayOf(arrays: Arrays, name: string): NumberArray {
  const array = arrays[name];
  if (!array) throw new Error(`no input or output "${name}": there are ${Object.keys(arrays).join(', ')}`);
  return array;
}
