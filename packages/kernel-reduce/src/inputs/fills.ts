// Seeded values for every kind of case.
import { allocate, fill, fillAroundZero, fillWithDraws, parseDtype } from '@kernel-ladder/harness';
import type { NumberArray, Random } from '@kernel-ladder/harness';
import { drawInteger } from '@kernel-ladder/kernel-kit';
import type { Terms } from '@kernel-ladder/kernel-kit';
import { identityValue, isFloat } from '../cases/identity.ts';
import { isVector } from '../cases/kinds.ts';
import type { Fill, FoldOp, Op, ReduceCase } from '../cases/kinds.ts';

type Element = (index: number) => number;

/** n elements, rounded to the input type. */
export function fillValues(params: ReduceCase, random: Random): NumberArray {
  const values = allocate(parseDtype(params.dtype).in, params.n);
  const make = isFloat(params.dtype) ? floats : integers;
  const fills = make(params, random);
  if (params.fill === 'integers') return fillWithDraws(values, fills.integers, random);
  if (params.fill !== 'uniform') return fill(values, fills[params.fill]);
  if (params.op === 'sum' && isFloat(params.dtype)) return fillAroundZero(values, random);
  fillWithDraws(values, fills.uniform, random);
  // A long vector is put together from copies of its first million, where its extremes would always stand: one is put anywhere.
  if (isVector(params) && params.op !== 'sum' && params.n > 0)
    values[random.integer(0, params.n - 1)] = fills.extreme();
  return values;
}

/** Whether a fill holds NaN or infinities, for which WGSL promises nothing. */
export function isSpecial(name: Fill): boolean {
  return name === 'nan' || name === 'inf' || name === 'infs';
}

/** How the elements that add up to Σ|x| hang together; sums of whole numbers are exact below 2^24. */
export function termsOf(name: Fill, absolute: number): Terms {
  // Of either sign: their sums are far below Σ|x|, whatever their number.
  if (name === 'integers') return 'whole';
  if (wholeFills.has(name) && absolute < 2 ** 24) return 'whole';
  return wholeFills.has(name) || name === 'constant' || name === 'alternating' ? 'alike' : 'drawn';
}

const wholeFills: ReadonlySet<Fill> = new Set(['zeros', 'ones', 'ramp', 'identity']);

/** Every fill, by name. */
export const fillNames: readonly Fill[] = [
  'uniform',
  'integers',
  'alternating',
  'mixed',
  'zeros',
  'ones',
  'constant',
  'ramp',
  'largest',
  'smallest',
  'subnormals',
  'identity',
  'one-sided',
  'nan',
  'inf',
  'infs',
];

type Fills = { readonly [Name in Fill]: Element } & {
  readonly uniform: () => number;
  readonly integers: () => number;
  /** A number beyond the uniform ones, of integers among their ends, on the side that the operation looks for. */
  readonly extreme: () => number;
};

function floats(params: ReduceCase, random: Random): Fills {
  const { n, dtype, op } = params;
  // f16 ends at 65504 and loses its last bits below 6e-5.
  const isHalf = dtype === 'f16-f32';
  const [largest, smallest] = isHalf ? [65504, 2 ** -14] : [3.4e38, 2 ** -126];
  const uniform = () => random.uniform(-0.5, 1);
  const at = (special: { readonly [index: number]: number }) => (index: number) =>
    special[index] ?? uniform();
  const constant = random.uniform(0.1, 1);
  const identity = isHalf ? Math.sign(identityOf(params)) * largest : identityOf(params);
  const [early, late] = [Math.floor(n / 3), Math.floor((2 * n) / 3)];
  return {
    uniform,
    integers: () => drawInteger(random),
    extreme: () => (seeksLeast(op) ? random.uniform(-1.5, -0.5) : random.uniform(1, 2)),
    alternating: (index) => (index % 2 === 0 ? 1 : -1) * (isHalf ? 1000 : 1e7) + random.uniform(0, 1),
    mixed: () => random.uniform(-1, 1) * 10 ** (isHalf ? random.uniform(-4, 4) : random.uniform(-30, 30)),
    zeros: (index) => (index % 2 === 0 ? 0 : -0),
    ones: () => 1,
    constant: () => constant,
    ramp: (index) => (isHalf ? index % 2048 : index),
    // Of alternating sign, so that the true sum is finite although two neighbours of one sign may overflow.
    largest: (index) => (index % 2 === 0 ? 1 : -1) * largest * random.uniform(0.5, 1),
    smallest: () => smallest * random.uniform(1, 2),
    subnormals: () => smallest * random.uniform(-1, 1),
    identity: () => identity,
    'one-sided': () => (seeksLeast(op) ? 1 : -1) * random.uniform(0.5, 1),
    nan: at({ [late]: Number.NaN }),
    inf: at({ [late]: Infinity }),
    infs: at({ [early]: -Infinity, [late]: Infinity }),
  };
}

// Full-range words: sums wrap, as WGSL says they do.
function integers(params: ReduceCase, random: Random): Fills {
  const { dtype, op } = params;
  const word = () => random.next();
  const greatest = dtype === 'i32' ? 2 ** 31 - 1 : 2 ** 32 - 1;
  const least = dtype === 'i32' ? -(2 ** 31) : 0;
  const constant = word();
  const identity = identityOf(params);
  return {
    uniform: word,
    integers: () => random.integer(1, 4),
    extreme: () => (seeksLeast(op) ? least + random.integer(0, 999) : greatest - random.integer(0, 999)),
    alternating: word,
    mixed: word,
    zeros: () => 0,
    ones: () => 1,
    constant: () => constant,
    ramp: (index) => index,
    largest: () => greatest - random.integer(0, 7),
    smallest: () => random.integer(0, 1),
    subnormals: word,
    identity: () => identity,
    // Words of the upper half stand below zero in i32.
    'one-sided': () => (seeksLeast(op) ? (random.next() >>> 1) | 1 : (random.next() >>> 1) + 2 ** 31),
    nan: word,
    inf: word,
    infs: word,
  };
}

function seeksLeast(op: Op): boolean {
  return op === 'min' || op === 'argmin';
}

function identityOf({ op, dtype }: ReduceCase): number {
  const folds: { readonly [Name in Op]: FoldOp } = {
    sum: 'sum',
    min: 'min',
    max: 'max',
    argmin: 'min',
    argmax: 'max',
  };
  return identityValue({ op: folds[op], dtype });
}
