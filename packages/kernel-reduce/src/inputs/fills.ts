// Seeded values for every kind of case.
import { allocate, fill, fillWithDraws, parseDtype } from '@kernel-ladder/harness';
import type { NumberArray, Random } from '@kernel-ladder/harness';
import { isFloat } from '../cases/identity.ts';
import type { Fill, ReduceCase, ReduceDtype } from '../cases/kinds.ts';

type Element = (index: number) => number;

/** n elements, rounded to the input type. */
export function fillValues(params: ReduceCase, random: Random): NumberArray {
  const values = allocate(parseDtype(params.dtype).in, params.n);
  const make = isFloat(params.dtype) ? floats : integers;
  const fills = make(params, random);
  return params.fill === 'uniform'
    ? fillWithDraws(values, fills.uniform, random)
    : fill(values, fills[params.fill]);
}

/** Whether a fill holds NaN or infinities, for which WGSL promises nothing. */
export function isSpecial(name: Fill): boolean {
  return name === 'nan' || name === 'inf' || name === 'infs';
}

/** Whether elements are integers whose partial sums a float holds exactly while they stay below 2^24. */
export function isWhole(name: Fill): boolean {
  return name === 'integers' || name === 'zeros' || name === 'ones' || name === 'ramp';
}

/** Every fill, by name. */
export const fillNames: readonly Fill[] = [
  'uniform',
  'integers',
  'alternating',
  'mixed',
  'zeros',
  'ones',
  'ramp',
  'largest',
  'smallest',
  'subnormals',
  'nan',
  'inf',
  'infs',
];

type Fills = { readonly [Name in Fill]: Element } & { readonly uniform: () => number };

function floats({ n, dtype }: ReduceCase, random: Random): Fills {
  // f16 ends at 65504 and loses its last bits below 6e-5.
  const isHalf = dtype === 'f16-f32';
  const [largest, smallest] = isHalf ? [65504, 2 ** -14] : [3.4e38, 2 ** -126];
  const uniform = () => random.uniform(-0.5, 1);
  const at = (special: { readonly [index: number]: number }) => (index: number) =>
    special[index] ?? uniform();
  const [early, late] = [Math.floor(n / 3), Math.floor((2 * n) / 3)];
  return {
    uniform,
    integers: () => random.integer(-3, 4),
    alternating: (index) => (index % 2 === 0 ? 1 : -1) * (isHalf ? 1000 : 1e7) + random.uniform(0, 1),
    mixed: () => random.uniform(-1, 1) * 10 ** (isHalf ? random.uniform(-4, 4) : random.uniform(-30, 30)),
    zeros: (index) => (index % 2 === 0 ? 0 : -0),
    ones: () => 1,
    ramp: (index) => (isHalf ? index % 2048 : index),
    // Of alternating sign, so that the true sum is finite although two neighbours of one sign may overflow.
    largest: (index) => (index % 2 === 0 ? 1 : -1) * largest * random.uniform(0.5, 1),
    smallest: () => smallest * random.uniform(1, 2),
    subnormals: () => smallest * random.uniform(-1, 1),
    nan: at({ [late]: Number.NaN }),
    inf: at({ [late]: Infinity }),
    infs: at({ [early]: -Infinity, [late]: Infinity }),
  };
}

// Full-range words: sums wrap, as WGSL says they do.
function integers({ dtype }: { readonly dtype: ReduceDtype }, random: Random): Fills {
  const word = () => random.next();
  const greatest = dtype === 'i32' ? 2 ** 31 - 1 : 2 ** 32 - 1;
  return {
    uniform: word,
    integers: () => random.integer(1, 4),
    alternating: word,
    mixed: word,
    zeros: () => 0,
    ones: () => 1,
    ramp: (index) => index,
    largest: () => greatest - random.integer(0, 7),
    smallest: () => random.integer(0, 1),
    subnormals: word,
    nan: word,
    inf: word,
    infs: word,
  };
}
