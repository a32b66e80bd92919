// Which vectors are reduced: round and large ones for timing, awkward ones for checking.
import { pairwise } from '@kernel-ladder/harness';
import type { EdgeCaseSet } from '@kernel-ladder/harness';
import type { Fill, Op, ReduceDtype, VectorCase } from './kinds.ts';

/** A sum of uniform numbers unless said otherwise. */
export function reduceCase(n: number, dtype: ReduceDtype = 'f32', op: Op = 'sum'): VectorCase {
  return { n, op, fill: 'uniform', dtype };
}

/**
 * Thirty lengths from 2^4.49 to 2^27.98, evenly spaced in their logarithm: none is a power of two, and none of them is one of
 * those that the rules of `pick.ts` were read off.
 */
export const heldOutLengths: readonly number[] = Array.from({ length: 30 }, (_, index) =>
  Math.round(2 ** (4.49 + 0.81 * index)),
);

/** The timed cases by size class. */
export const vectorCases = {
  tiny: [reduceCase(10_007), reduceCase(10_007, 'f32', 'argmax')],
  small: [reduceCase(2 ** 16)],
  headline: [reduceCase(2 ** 26)],
  sweep: [
    ...[10, 12, 14, 16, 18, 20, 22, 24].map((log2) => reduceCase(2 ** log2)),
    reduceCase(2 ** 24, 'f32', 'min'),
    reduceCase(2 ** 24, 'f32', 'max'),
    reduceCase(2 ** 24, 'i32'),
    reduceCase(2 ** 24, 'u32'),
    reduceCase(2 ** 20, 'u32'),
    reduceCase(2 ** 24, 'f16-f32'),
    reduceCase(2 ** 24, 'f32', 'argmax'),
    reduceCase(2 ** 26, 'f32', 'argmax'),
  ],
  // i32 beside f32: the same kernel text, and exact, so that a tile left out shows where rounding would hide it.
  huge: [reduceCase(2 ** 28), reduceCase(2 ** 28, 'i32')],
  'held-out': heldOutLengths.map((n) => reduceCase(n)),
} as const;

const lengths = [
  0, 1, 2, 3, 5, 31, 32, 33, 63, 64, 65, 127, 128, 129, 255, 256, 257, 1000, 1023, 1024, 1025, 4095, 4097,
  65_535, 65_536, 65_537, 1_000_003,
];
const ops: readonly Op[] = ['sum', 'min', 'max', 'argmax', 'argmin'];
const integerTypes: readonly ReduceDtype[] = ['i32', 'u32'];

// Denormals may count as zeros, and then as ties: no index is wrong.
function hasAnswer({ op, fill, dtype }: VectorCase): boolean {
  const overflows = fill === 'largest' && op === 'sum' && dtype === 'f32';
  return !overflows && !(fill === 'subnormals' && (op === 'argmax' || op === 'argmin'));
}

// Lengths and types against the fills of every day; then what is special about floats, and about integers.
const pairs = [
  ...pairwise<VectorCase>(
    {
      n: lengths,
      op: ops,
      fill: ['uniform', 'integers', 'alternating', 'mixed'],
      dtype: ['f32', 'i32', 'u32', 'f16-f32'],
    },
    1,
  ),
  ...pairwise<VectorCase>(
    {
      n: [1, 2, 5, 33, 257, 1000, 4097, 65_537],
      op: ops,
      fill: ['zeros', 'ones', 'ramp', 'largest', 'smallest', 'subnormals'],
      dtype: ['f32', 'f16-f32'],
    },
    2,
  ),
  ...pairwise<VectorCase>(
    { n: [1, 3, 257, 4097], op: ops, fill: ['zeros', 'ones', 'ramp', 'largest'], dtype: integerTypes },
    3,
  ),
].filter(hasAnswer);

// Beside 2^24, where an f32 counter stops; and more tiles than one dispatch dimension holds.
const long: readonly VectorCase[] = [
  { n: 2 ** 24 - 1, op: 'sum', fill: 'ones', dtype: 'f32' },
  { n: 2 ** 24, op: 'sum', fill: 'uniform', dtype: 'i32' },
  { n: 2 ** 24 + 1, op: 'sum', fill: 'ones', dtype: 'f32' },
  { n: 2 ** 24 + 1, op: 'argmin', fill: 'integers', dtype: 'i32' },
  { n: 65_535 * 256 + 1, op: 'sum', fill: 'uniform', dtype: 'i32' },
];

// Nothing but what an empty vector gives, and nothing on the near side of zero: an operation may not begin with anything else.
const starts = pairwise<VectorCase>(
  {
    n: [5, 300, 4099],
    op: ops,
    fill: ['identity', 'one-sided', 'constant'],
    dtype: ['f32', 'i32', 'u32', 'f16-f32'],
  },
  4,
);

// Many ties, zeros of both signs, extremes that equal the identity of min and max, and one at the very end.
const ties: readonly VectorCase[] = [
  { n: 0, op: 'argmax', fill: 'uniform', dtype: 'f32' },
  { n: 201, op: 'argmin', fill: 'zeros', dtype: 'f32' },
  { n: 9001, op: 'argmax', fill: 'zeros', dtype: 'u32' },
  { n: 9002, op: 'argmin', fill: 'integers', dtype: 'i32' },
  { n: 9003, op: 'argmax', fill: 'integers', dtype: 'f32' },
  { n: 9001, op: 'argmax', fill: 'ramp', dtype: 'f32' },
];

// Whole tiles of 256 in a grid whose second row they do not fill: behind the vector stand only workgroups.
const folded: readonly VectorCase[] = [
  { n: 129 * 256, op: 'sum', fill: 'ones', dtype: 'i32' },
  { n: 129 * 256, op: 'argmax', fill: 'ramp', dtype: 'f32' },
];

// One length for each rule of `pick.ts`; the longest is for hardware.
const [single = 0, group = 0, levels = 0, many = 0] = [0, 7, 11, 19].map((index) => heldOutLengths[index]);
const picked: readonly VectorCase[] = [
  { n: single, op: 'sum', fill: 'integers', dtype: 'f32' },
  { n: group, op: 'sum', fill: 'alternating', dtype: 'f32' },
  { n: levels, op: 'sum', fill: 'mixed', dtype: 'f32' },
  { n: many, op: 'sum', fill: 'integers', dtype: 'f32' },
];

const specials: readonly (readonly [Fill, readonly Op[]])[] = [
  ['nan', ['sum', 'min', 'max', 'argmax', 'argmin']],
  ['inf', ['sum', 'max', 'argmax']],
  ['infs', ['sum', 'min', 'max', 'argmin']],
  ['largest', ['sum']],
];

/** Vectors of nothing, of which every operation and type has its own result. */
export const emptyVectors: readonly VectorCase[] = ops.flatMap((op) =>
  (['f32', ...integerTypes, 'f16-f32'] as const).map(
    (dtype) => ({ n: 0, op, fill: 'uniform', dtype }) as const,
  ),
);

/** Inputs of which WGSL does not say what comes out: NaN, infinities, and partial sums that overflow. */
export const specialVectors: readonly VectorCase[] = specials.flatMap(([fill, list]) =>
  list.map((op): VectorCase => ({ n: 200, op, fill, dtype: 'f32' })),
);

/** The awkward vectors that have an answer. */
export const vectorEdgeCases: readonly EdgeCaseSet<VectorCase>[] = [
  { set: 'EC-ARG', cases: ties },
  { set: 'EC-1D', cases: [...pairs, ...starts, ...long] },
  { set: 'EC-FOLD', cases: folded },
  { set: 'EC-PICK', cases: picked },
];
