// Which segments are reduced.
import { pairwise } from '@kernel-ladder/harness';
import type { EdgeCaseSet } from '@kernel-ladder/harness';
import type { FoldOp, Lengths, ReduceDtype, SegmentsCase } from './kinds.ts';

/** A sum of uniform numbers unless said otherwise. */
export function segmentsCase(
  n: number,
  segments: number,
  lengths: Lengths,
  rest: Partial<Pick<SegmentsCase, 'op' | 'fill' | 'dtype'>> = {},
): SegmentsCase {
  return { n, segments, lengths, op: 'sum', fill: 'uniform', dtype: 'f32', ...rest };
}

/** The timed cases by size class: short and long ones of one length, and skewed ones. */
export const timedSegments = {
  tiny: [segmentsCase(10_007, 300, 'power-law')],
  sweep: [
    segmentsCase(2 ** 24, 2 ** 20, 'uniform'),
    segmentsCase(2 ** 24, 2 ** 10, 'uniform'),
    segmentsCase(2 ** 24, 2 ** 16, 'power-law'),
  ],
} as const;

const ops: readonly FoldOp[] = ['sum', 'min', 'max'];
const dtypes: readonly ReduceDtype[] = ['f32', 'i32', 'u32', 'f16-f32'];

// None, all empty, one that covers all.
const extremes = [
  segmentsCase(70_001, 1, 'uniform', { fill: 'integers' }),
  segmentsCase(0, 0, 'uniform'),
  segmentsCase(0, 1, 'uniform'),
  segmentsCase(0, 5000, 'uniform', { op: 'min' }),
  segmentsCase(1, 1, 'uniform'),
  segmentsCase(257, 1, 'uniform', { op: 'max' }),
  segmentsCase(3000, 3000, 'singletons'),
  segmentsCase(60_001, 1000, 'one-giant', { dtype: 'i32' }),
  segmentsCase(9001, 400, 'empty-mixed', { op: 'max' }),
  segmentsCase(20_001, 30_000, 'random', { dtype: 'i32', op: 'max' }),
  segmentsCase(4000, 45, 'edges', { dtype: 'u32' }),
  segmentsCase(900, 40, 'random', { op: 'max', fill: 'one-sided' }),
  segmentsCase(900, 40, 'random', { op: 'min', fill: 'identity', dtype: 'i32' }),
];

// Ends before, at and behind the end of every tile of the balanced kernel, whose items are elements and ends together:
// tiles of one block, and of two.
const tileEnds = [
  { segments: 5, tile: 128 },
  { segments: 2100, tile: 256 },
].flatMap(({ segments, tile }) =>
  [tile - 2, tile - 1, tile].map((length) =>
    segmentsCase(segments * length, segments, 'uniform', { dtype: 'i32' }),
  ),
);

// One short length, which a software adapter checks as well, and long ones.
const pairs = pairwise<SegmentsCase>(
  {
    n: [4097, 100_003, 250_007, 500_009, 1_000_003],
    segments: [1, 2, 63, 257, 1000, 5003],
    lengths: ['uniform', 'random', 'power-law', 'singletons', 'one-giant', 'empty-mixed', 'edges'],
    op: ops,
    fill: ['uniform', 'integers', 'mixed'],
    dtype: dtypes,
  },
  1,
);

// More workgroups than one dispatch dimension holds where each takes eight segments or fewer.
const long = [
  segmentsCase(2 ** 20 + 1, 65_535 * 8 + 1, 'random', { dtype: 'i32' }),
  segmentsCase(2 ** 22, 300, 'power-law'),
];

/** Segments without an element, and no segments. */
export const noSegments: readonly SegmentsCase[] = ops.flatMap((op) => [
  segmentsCase(0, 0, 'uniform', { op }),
  segmentsCase(0, 7, 'uniform', { op, dtype: 'i32' }),
  segmentsCase(0, 300, 'random', { op }),
]);

/** Segments with a NaN or an infinity in one of them: does it stay there? */
export const specialSegments: readonly SegmentsCase[] = [
  segmentsCase(9000, 300, 'random', { fill: 'nan' }),
  segmentsCase(9000, 30, 'uniform', { fill: 'inf', op: 'max' }),
];

/** The awkward segments. */
export const segmentsEdgeCases: readonly EdgeCaseSet<SegmentsCase>[] = [
  { set: 'EC-SEG', cases: [...extremes, ...tileEnds, ...long] },
  { set: 'EC-SEG-LENGTHS', cases: pairs },
];
