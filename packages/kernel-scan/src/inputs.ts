// Seeded vectors.
import { allocate, fill, fillAroundZero, fillWithDraws, parseDtype } from '@kernel-ladder/harness';
import type { Arrays, NumberArray, Random } from '@kernel-ladder/harness';
import { drawInteger } from '@kernel-ladder/kernel-kit';
import type { Fill, FiniteFill, ScanCase } from './cases.ts';

type Element = (index: number) => number;
type Fills = { readonly [Name in Exclude<FiniteFill, 'uniform'>]: Element } & {
  readonly integers: () => number;
};

/** `values`: n elements, rounded to the input type. */
export function scanInputs(params: ScanCase, random: Random): Arrays {
  const { n, dtype } = params;
  const values = allocate(parseDtype(dtype).in, n);
  fillFinite(values, params, random);
  for (const [index, value] of nonFinite(params)) if (index < n) values[index] = value;
  return { values };
}

function fillFinite(values: NumberArray, { n, dtype, fill: kind }: ScanCase, random: Random): NumberArray {
  const name = finite(kind);
  const isFloat = dtype === 'f32';
  if (name === 'uniform')
    return isFloat ? fillAroundZero(values, random) : fillWithDraws(values, random.next, random);
  const fills = isFloat ? floats(n, random) : integers(dtype, random);
  return name === 'integers' ? fillWithDraws(values, fills.integers, random) : fill(values, fills[name]);
}

/** Where a fill puts what is no number, first to last; nothing for the finite fills. */
export function nonFinite({
  n,
  fill: name,
}: Pick<ScanCase, 'n' | 'fill'>): readonly (readonly [index: number, value: number])[] {
  const [middle, late] = [Math.floor(n / 2), Math.floor((3 * n) / 4)];
  switch (name) {
    case 'nan':
      return [[middle, Number.NaN]];
    case 'inf':
      return [[middle, Infinity]];
    case 'infs':
      return [
        [middle, Infinity],
        [late, -Infinity],
      ];
    default:
      return [];
  }
}

function finite(name: Fill): FiniteFill {
  return name === 'nan' || name === 'inf' || name === 'infs' ? 'uniform' : name;
}

function floats(n: number, random: Random): Fills {
  // The greatest power of two of which n do not overflow, whatever the order.
  const great = 2 ** (126 - Math.ceil(Math.log2(n + 1)));
  const constant = random.uniform(0.1, 1);
  const small = [2 ** -126, -(2 ** -126), 2 ** -130, -(2 ** -149)];
  return {
    ...common,
    integers: () => drawInteger(random),
    constant: () => constant,
    alternating: (index) => (index % 2 === 0 ? 1 : -1) * 1e7 + random.uniform(0, 1),
    mixed: () => random.uniform(-1, 1) * 10 ** random.uniform(-30, 30),
    extremes: (index) =>
      [great, small[random.integer(0, 3)], -great, small[random.integer(0, 3)]][index % 4] ?? 0,
  };
}

// Sums wrap, as WGSL says they do.
function integers(dtype: 'i32' | 'u32', random: Random): Fills {
  const constant = random.next();
  const edges = [0, 1, 2 ** 31 - 1, 2 ** 31, 2 ** 32 - 1];
  return {
    ...common,
    integers: () => (dtype === 'u32' ? random.integer(1, 4) : drawInteger(random)),
    constant: () => constant,
    alternating: (index) => (index % 2 === 0 ? 1 : -1) * 1_000_000_007 + random.integer(0, 9),
    mixed: () => random.next() >>> random.integer(0, 31),
    extremes: () => edges[random.integer(0, edges.length - 1)] ?? 0,
  };
}

const common: Pick<Fills, 'ones' | 'zeros' | 'ramp'> = {
  ones: () => 1,
  zeros: () => 0,
  ramp: (index) => index,
};
