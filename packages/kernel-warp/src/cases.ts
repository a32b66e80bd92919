// All cases of the family by size class, and all awkward ones.
import type { EdgeCaseSet } from '@kernel-ladder/harness';
import { warpEdgeCases } from './cases/awkward.ts';
import type {
  BuiltinCase,
  KeyedCase,
  KeyOrder,
  PartitionCase,
  PrefixCase,
  Scan,
  SumCase,
  WarpCase,
} from './cases/kinds.ts';
import type { Number32 } from './numbers.ts';

/** A sum in workgroups of 256, or of as many threads as are asked for. */
export function sumCase(n: number, dtype: Number32, workgroup?: number): SumCase {
  return { n, ...(workgroup === undefined ? {} : { workgroup }), dtype };
}

/** Prefix sums of blocks. */
export function prefixCase(n: number, scan: Scan, dtype: Number32): PrefixCase {
  return { n, scan, dtype };
}

/** Keys that take turns. */
export function degreeCase(n: number, degree: number, run?: number): KeyedCase {
  return { n, degree, ...(run === undefined ? {} : { run }), dtype: 'u32' };
}

/** Keys that are drawn. */
export function drawnCase(n: number, input: KeyOrder): KeyedCase {
  return { n, input, dtype: 'u32' };
}

/** Partitions of neighbours. */
export function partitionCase(n: number, lanes: number): PartitionCase {
  return { n, lanes, dtype: 'u32' };
}

/** A built-in function. */
export function builtinCase(shape: Omit<BuiltinCase, 'dtype'>, dtype: Number32 = 'u32'): BuiltinCase {
  return { ...shape, dtype } as BuiltinCase;
}

/** Numbers of the timed sums: 256 MiB, four times the last-level cache of an H200. */
const long = 2 ** 26;

// Enough rounds that the traffic of a word is the smaller part.
const keyed = 2 ** 21;

// A quarter of a millisecond and less, of which the launch itself is a hundredth.
const trips = 256;

/** The timed cases by size class. */
export const timedCases = {
  tiny: [
    sumCase(20_000, 'f32'),
    prefixCase(20_000, 'inclusive', 'f32'),
    drawnCase(3000, 'clustered'),
    partitionCase(3001, 4),
    builtinCase({ builtin: 'every', workgroup: 100, groups: 3, trips: 4 }),
  ],
  small: [sumCase(2 ** 18, 'f32')],
  headline: [sumCase(long, 'f32')],
  huge: [
    prefixCase(long, 'inclusive', 'f32'),
    degreeCase(keyed, 32),
    drawnCase(keyed, 'clustered'),
    partitionCase(long, 8),
    builtinCase({ builtin: 'add', trips }),
  ],
  sweep: [
    sumCase(long, 'u32'),
    ...[2 ** 20, 2 ** 24].map((n) => sumCase(n, 'f32')),
    prefixCase(long, 'exclusive', 'f32'),
    degreeCase(keyed, 1),
    ...[2, 4, 8, 16].map((degree) => degreeCase(keyed, degree)),
    ...[2, 4, 8, 16, 32, 64].map((run) => degreeCase(keyed, 2, run)),
    drawnCase(keyed, 'scattered'),
    ...[4, 16].map((lanes) => partitionCase(long, lanes)),
    builtinCase({ builtin: 'add', trips }, 'f32'),
    builtinCase({ builtin: 'add', trips, chains: 4 }),
    builtinCase({ builtin: 'add', trips, chains: 4 }, 'f32'),
    ...(
      [
        'min',
        'xor',
        'inclusive-add',
        'exclusive-add',
        'ballot',
        'any',
        'all',
        'elect',
        'broadcast',
        'broadcast-first',
      ] as const
    ).map((builtin) => builtinCase({ builtin, trips })),
    ...(
      ['shuffle', 'shuffle-up', 'shuffle-down', 'shuffle-xor', 'quad-broadcast', 'quad-swap-x'] as const
    ).map((builtin) => builtinCase({ builtin, trips })),
  ],
} as const satisfies { readonly [size: string]: readonly WarpCase[] };

// Around the tiles of a workgroup, and the point from which workgroups have more than one.
const gridLengths = [0, 1, 5, 4095, 4096, 4097, 8192, 40_961, 65_537, 1_000_003, 2_166_785, 2 ** 22 + 5];

/** Lengths and workgroups that leave subgroups without some of their lanes; keys that agree and do not; grids of many workgroups and of one. */
export const edgeCases: readonly EdgeCaseSet<WarpCase>[] = [
  { set: 'EC-WARP', cases: warpEdgeCases },
  {
    set: 'EC-GRID',
    cases: gridLengths.flatMap((n) => [sumCase(n, 'f32'), sumCase(n, n % 2 > 0 ? 'u32' : 'i32')]),
  },
];
