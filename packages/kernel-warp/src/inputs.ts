// What is added up, chosen by and passed around: words of any bits, and floats whose sums are exact in any order.
import { allocate, fill, fillWithDraws } from '@kernel-ladder/harness';
import type { Arrays, NumberArray, Random } from '@kernel-ladder/harness';
import { drawInteger } from '@kernel-ladder/kernel-kit';
import { byKind } from './cases/kinds.ts';
import type { KeyedCase, WarpCase } from './cases/kinds.ts';
import type { Number32 } from './numbers.ts';
import { builtinLaunch, keyCount } from './cases/launches.ts';

/** `x`: numbers, of integers any; `keys`: the key of each place; `launch`: the word that all first rounds begin with, and n. */
export function warpInputs(params: WarpCase, random: Random, structure: Random): Arrays {
  return byKind<Arrays>(params, {
    sum: ({ n, dtype }) => ({ x: numbers(n, dtype, random, () => drawInteger(random)) }),
    // Sums of 4096 of these are below 2^24.
    prefix: ({ n, dtype }) => ({ x: numbers(n, dtype, random, () => random.integer(-4095, 4095)) }),
    keyed: (keyed) => ({
      keys: keysOf(keyed, structure),
      launch: Uint32Array.of(random.next(), keyed.n),
      x: numbers(keyed.n, 'u32', random, random.next),
    }),
    partition: ({ n }) => ({ x: numbers(n, 'u32', random, random.next) }),
    builtin: (builtin) => {
      const { different, workgroup } = builtinLaunch(builtin);
      // Products of powers of two are exact.
      const power = () => (random.integer(0, 1) === 0 ? -1 : 1) * 2 ** random.integer(-1, 1);
      return { x: numbers(different * workgroup, builtin.dtype, random, power) };
    },
  });
}

function numbers(count: number, dtype: Number32, random: Random, float: () => number): NumberArray {
  return fillWithDraws(allocate(dtype, count), dtype === 'f32' ? float : random.next, random);
}

function keysOf({ n, degree, run = 1, input }: KeyedCase, structure: Random): NumberArray {
  const keys = allocate('u32', n);
  if (degree !== undefined) return fill(keys, (index) => Math.floor(index / run) % degree);
  const drawn = () => structure.integer(0, keyCount - 1);
  if (input === 'scattered') return fillWithDraws(keys, drawn, structure);
  for (let start = 0; start < n;) {
    const end = start + structure.integer(1, 8) * 128;
    keys.fill(drawn(), start, end);
    start = end;
  }
  return keys;
}
