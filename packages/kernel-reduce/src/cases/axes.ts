// Which tensors are reduced, and along which axes.
import { pairwise } from '@kernel-ladder/harness';
import type { EdgeCaseSet } from '@kernel-ladder/harness';
import type { AxesCase, Fill, FoldOp, ReduceDtype } from './kinds.ts';
import { axesText, shapeText } from './fold-axes.ts';

/** A sum of uniform numbers unless said otherwise. */
export function axesCase(
  shape: readonly number[],
  axes: readonly number[],
  rest: Partial<Pick<AxesCase, 'op' | 'fill' | 'dtype'>> = {},
): AxesCase {
  const n = shape.reduce((product, size) => product * size, 1);
  const { op = 'sum', fill = 'uniform', dtype = 'f32' } = rest;
  return { n, shape: shapeText(shape), axes: axesText(axes), op, fill, dtype };
}

/** The timed cases by size class: rows, columns, an axis in the middle, few long rows, two axes apart. */
export const timedAxes = {
  tiny: [axesCase([37, 260], [1])],
  sweep: [
    axesCase([65_536, 1024], [1]),
    axesCase([65_536, 1024], [0]),
    axesCase([64, 1024, 1024], [1]),
    axesCase([64, 2 ** 20], [1]),
    axesCase([64, 1024, 1024], [0, 2]),
  ],
} as const;

const ops: readonly FoldOp[] = ['sum', 'min', 'max'];
const dtypes: readonly ReduceDtype[] = ['f32', 'i32', 'u32', 'f16-f32'];

// Every subset of the axes of one tensor of each rank; small, since a software adapter takes a millisecond a workgroup.
const tensors = [[60], [17, 9], [3, 11, 4], [3, 4, 5, 2]];
const subsets = tensors.flatMap((shape, rank) =>
  Array.from({ length: 2 ** shape.length }, (_, set) => {
    const axes = shape.flatMap((_size, axis) => ((set >> axis) & 1 ? [axis] : []));
    return axesCase(shape, axes, {
      op: ops[(set + rank) % 3] ?? 'sum',
      dtype: set % 4 === 3 ? 'i32' : 'f32',
    });
  }),
);

const hollow = [
  axesCase([0], [0]),
  axesCase([0], []),
  axesCase([0, 5], [0]),
  axesCase([0, 5], [1], { op: 'max' }),
  axesCase([3, 0, 2], [1], { op: 'min' }),
  axesCase([2, 0, 3], [0, 2], { op: 'max', dtype: 'i32' }),
  axesCase([0, 3, 5], [0, 2]),
];

// Rows that start inside a quad, fill a subgroup, fill a workgroup, or are split; columns that come in fours and that do not.
const chosen = [
  axesCase([9, 3], [1], { fill: 'integers' }),
  axesCase([7, 33], [1]),
  axesCase([5, 129], [1], { op: 'min' }),
  axesCase([3, 1025], [1], { dtype: 'i32' }),
  axesCase([2, 4099], [1], { fill: 'mixed' }),
  axesCase([70_001], [0], { dtype: 'i32' }),
  axesCase([33, 5], [0], { op: 'max' }),
  axesCase([7, 36], [0], { fill: 'integers' }),
  axesCase([257, 132], [0], { dtype: 'i32' }),
  axesCase([2, 1025, 3], [1], { op: 'min', dtype: 'u32' }),
  axesCase([6001, 12], [0], { dtype: 'u32' }),
  axesCase([5, 129], [1], { op: 'max', fill: 'one-sided' }),
  axesCase([129, 5], [0], { op: 'max', fill: 'one-sided', dtype: 'i32' }),
];

// Lengths around the edges of quads, subgroups, tiles and workgroups, at sizes for hardware.
const rows = pairwise<Sized>(
  {
    outer: [1, 9, 257],
    reduced: [1, 2, 3, 4, 31, 33, 129, 255, 257, 1023, 1025, 4099, 20_001, 300_007],
    inner: [1],
    op: ops,
    fill: ['uniform', 'integers', 'mixed'],
    dtype: dtypes,
  },
  1,
);
const columns = pairwise<Sized>(
  {
    outer: [1, 33],
    reduced: [1, 2, 7, 8, 33, 257, 1025],
    inner: [2, 3, 4, 5, 31, 36, 128, 132, 1028, 20_004],
    op: ops,
    fill: ['uniform', 'integers', 'mixed'],
    dtype: dtypes,
  },
  2,
);

interface Sized {
  readonly [key: string]: number | string;
  readonly outer: number;
  readonly reduced: number;
  readonly inner: number;
  readonly op: FoldOp;
  readonly fill: Fill;
  readonly dtype: ReduceDtype;
}

// What is long in every axis would take seconds to make, and shows nothing that one slice of it does not.
const mostElements = 2 ** 23;

function sized({ outer, reduced, inner, ...rest }: Sized): AxesCase {
  const isHuge = outer * reduced * inner > mostElements;
  return axesCase([isHuge ? 1 : outer, reduced, inner], [1], rest);
}

// More results than one dispatch dimension holds workgroups, and long columns that are split.
const many = [
  axesCase([65_537, 3], [1], { dtype: 'i32' }),
  axesCase([3, 70_001], [0], { op: 'max' }),
  axesCase([4100, 256], [0], { op: 'min' }),
  axesCase([65_537, 64], [0], { fill: 'integers' }),
];

// Only what is too large for a software adapter, which has `chosen`.
const sizes = [...rows, ...columns].map(sized).filter(({ n }) => n > 75_000);

/** Tensors without an element: results of nothing, or no results. */
export const emptyTensors: readonly AxesCase[] = ops.flatMap((op) => [
  axesCase([0, 3], [0], { op }),
  axesCase([3, 0], [1], { op, dtype: 'i32' }),
  axesCase([0, 3], [1], { op }),
  axesCase([2, 0, 3], [0, 2], { op, dtype: 'u32' }),
]);

/** Tensors with a NaN or an infinity in one group: does it stay there? */
export const specialAxes: readonly AxesCase[] = [
  axesCase([5, 100], [1], { fill: 'nan' }),
  axesCase([100, 8], [0], { fill: 'inf', op: 'max' }),
];

/** The awkward tensors. */
export const axesEdgeCases: readonly EdgeCaseSet<AxesCase>[] = [
  { set: 'EC-AXIS', cases: [...subsets, ...hollow] },
  { set: 'EC-AXIS-EDGE', cases: chosen },
  { set: 'EC-AXIS-SIZE', cases: [...sizes, ...many] },
];
