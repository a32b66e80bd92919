// Who moves and sums up arrays that take one thread long: this thread, unless a process has others.
import { sumOf } from './sum.ts';
import type { Arrays } from './scalars.ts';

/** What is done to arrays as wholes. */
export interface Movers {
  /** The sum of arrays, as `sumOf` has it. */
  readonly sum: (arrays: Arrays) => Promise<number>;
  /** Overwrites arrays with others of the same names, types and lengths. */
  readonly copy: (to: Arrays, from: Arrays) => Promise<void>;
}

/** Does both at once, in the thread that asks. */
export const sameThreadMovers: Movers = {
  sum: async (arrays) => sumOf(arrays),
  copy: async (to, from) => {
    for (const [name, array] of Object.entries(to)) array.set(from[name] ?? []);
  },
};
