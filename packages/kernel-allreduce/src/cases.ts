// Which allreduces are run: round and large ones for timing, awkward ones for checking.
import { pairwise } from '@kernel-ladder/harness';
import type { EdgeCaseSet } from '@kernel-ladder/harness';
import type { AllreduceCase, AllreduceDtype, Fill, Op, Placement } from './cases/kind.ts';

/** Nodes where a case does not say: algorithms that know none run these cases only. */
export const usualNodes = 2;

const defaults = { op: 'sum', place: 'out', nodes: usualNodes, fill: 'uniform', dtype: 'f32' } as const;

/** A sum of uniform f32, out of place, unless said otherwise. */
export function allreduceCase(n: number, ranks: number, changes: Partial<AllreduceCase> = {}): AllreduceCase {
  return { n, ranks, ...defaults, ...changes };
}

/** The timed cases by size class: 2^26 or 2^27 elements over all ranks where memory is what counts. */
export const timedCases = {
  tiny: [allreduceCase(1003, 4)],
  small: [allreduceCase(2 ** 13, 8)],
  headline: [allreduceCase(2 ** 24, 8)],
  sweep: [
    ...[10, 14, 17, 20, 22].flatMap((log2) => [8, 2].map((ranks) => allreduceCase(2 ** log2, ranks))),
    allreduceCase(2 ** 25, 2),
    allreduceCase(2 ** 24, 4),
    allreduceCase(2 ** 23, 16),
    allreduceCase(2 ** 24, 8, { place: 'in' }),
    allreduceCase(2 ** 24, 8, { nodes: 4 }),
    allreduceCase(2 ** 22, 8, { op: 'mean' }),
    allreduceCase(2 ** 22, 8, { op: 'max' }),
    allreduceCase(2 ** 22, 8, { dtype: 'i32' }),
    allreduceCase(2 ** 23, 8, { dtype: 'f16' }),
  ],
  huge: [allreduceCase(2 ** 25, 8)],
} as const;

const rankCounts = [1, 2, 3, 4, 5, 7, 8, 16];
const ops: readonly Op[] = ['sum', 'mean', 'max'];
const places: readonly Placement[] = ['out', 'in'];
const fills: readonly Fill[] = ['uniform', 'integers', 'ranks'];

// Counts as they matter to an algorithm that cuts vectors into a chunk for each rank.
const countFor: { readonly [name: string]: (ranks: number) => number } = {
  none: () => 0,
  one: () => 1,
  'ranks-1': (ranks) => ranks - 1,
  ranks: (ranks) => ranks,
  'ranks+1': (ranks) => ranks + 1,
  'quads-1': (ranks) => 4 * ranks - 1,
  'quads+1': (ranks) => 4 * ranks + 1,
  odd: () => 331,
  thousand: () => 1000,
  large: () => 65_537,
};

function pairs(axes: { ranks: readonly number[]; dtypes: readonly AllreduceDtype[] }, seed: number) {
  const drafts = pairwise(
    {
      ranks: axes.ranks,
      count: Object.keys(countFor),
      op: ops,
      place: places,
      fill: fills,
      dtype: axes.dtypes,
    },
    seed,
  );
  return drafts.map(({ ranks, count, op, place, fill, dtype }) =>
    allreduceCase(countFor[count]?.(ranks) ?? 0, ranks, { op, place, fill, dtype }),
  );
}

// Where most ranks meet most uneven chunks, in both places; few enough that a software adapter runs them all.
const uneven = [
  allreduceCase(1, 16),
  allreduceCase(67, 16, { op: 'mean' }),
  allreduceCase(63, 8, { place: 'in' }),
  allreduceCase(331, 8, { op: 'mean', place: 'in' }),
  allreduceCase(331, 7),
  allreduceCase(1000, 5, { place: 'in' }),
  allreduceCase(1003, 3, { dtype: 'i32', op: 'mean' }),
  allreduceCase(61, 16, { op: 'max', place: 'in' }),
];

// More pieces than fit one row of a grid.
const large = [
  allreduceCase(2 ** 20 + 1, 4),
  allreduceCase(2 ** 20 + 1, 3, { dtype: 'i32', place: 'in' }),
  allreduceCase(2 ** 20 + 1, 2, { op: 'mean' }),
];

// Several quads a thread on a software adapter too, the last of them not in every thread, in chunks as in whole vectors.
const long = [
  allreduceCase(9001, 4),
  allreduceCase(9001, 3, { op: 'mean', place: 'in' }),
  allreduceCase(9003, 4, { op: 'max', dtype: 'i32' }),
  allreduceCase(9001, 4, { nodes: 4, place: 'in' }),
];

// [ranks, nodes]: one rank a node, one node, and both levels uneven.
const layouts = [
  [1, 1],
  [3, 3],
  [5, 1],
  [8, 4],
  [16, 4],
  [16, 8],
] as const;
const overNodes = layouts.flatMap(([ranks, nodes], index) => [
  allreduceCase(67 * index + 1, ranks, { nodes, place: index % 2 === 0 ? 'in' : 'out' }),
  allreduceCase(500, ranks, { nodes, op: ops[index % ops.length] ?? 'sum', dtype: 'i32' }),
]);

// Numbers whose mean is one of f16 and whose sum is none: two of them overflow it.
const overflowing = [4, 8, 16].map((ranks) =>
  allreduceCase(331, ranks, { op: 'mean', fill: 'large', dtype: 'f16' }),
);

// Whole quads and slices: nothing stays unwritten between them.
const special = (fill: Fill, op: Op) => allreduceCase(256, 5, { fill, op });
// Ranks that spread over two nodes.
const specialOverNodes = (fill: Fill, op: Op) => allreduceCase(256, 4, { fill, op });

// Vectors of nothing: whatever the operation and the place, nothing is sent and nothing is written.
const empty = [1, 4].flatMap((ranks) =>
  ops.flatMap((op) => places.map((place) => allreduceCase(0, ranks, { op, place }))),
);

/** The awkward cases; `EC-NAN` holds what has no right answer and is observed. */
export const edgeCases: readonly EdgeCaseSet<AllreduceCase>[] = [
  { set: 'EC-DIST-UNEVEN', cases: uneven },
  { set: 'EC-DIST-LONG', cases: long },
  { set: 'EC-DIST', cases: [...pairs({ ranks: rankCounts, dtypes: ['f32', 'i32'] }, 1), ...large] },
  { set: 'EC-DIST-HALF', cases: pairs({ ranks: [1, 2, 3, 5, 8, 16], dtypes: ['f16'] }, 2) },
  { set: 'EC-DIST-NODES', cases: overNodes },
  { set: 'EC-DIST-LARGE', cases: overflowing },
  { set: 'EC-EMPTY', cases: empty },
  {
    set: 'EC-NAN',
    cases: [special, specialOverNodes].flatMap((of) => [
      of('nan', 'sum'),
      of('nan', 'max'),
      of('inf', 'mean'),
    ]),
  },
];
