// Seeded vectors.
import { allocate, fill, fillWithDraws, parseDtype } from '@kernel-ladder/harness';
import type { Arrays, Random } from '@kernel-ladder/harness';
import { drawInteger } from '@kernel-ladder/kernel-kit';
import type { Fill, FiniteFill, ScanCase } from './cases.ts';

type Element = (index: number) => number;
type Fills = { readonly [Name in FiniteFill]: Element } & {
  readonly uniform: () => number;
  readonly integers: () => number;
};

/** `values`: n elements, rounded to the input type. */
export function scanInputs(params: ScanCase, random: Random): Arrays {
  const { n, dtype } = params;
  const fills = dtype === 'f32' ? floats(n, random) : integers(dtype, random);
  const name = finite(params.fill);
  const values = allocate(parseDtype(dtype).in, n);
  if (name === 'uniform' || name === 'integers') fillWithDraws(values, fills[name], random);
  else fill(values, fills[name]);
  for (const [index, value] of nonFinite(params)) if (index < n) values[index] = value;
  return { values };
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
    uniform: () => random.uniform(-0.5, 1),
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
    uniform: () => random.next(),
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
