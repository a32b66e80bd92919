// Awkward cases of every kind.
import { builtinNames } from '../builtins.ts';
import { keyOrders, scans } from './kinds.ts';
import type { BuiltinCase, KeyedCase, PartitionCase, PrefixCase, SumCase, WarpCase } from './kinds.ts';
import type { Number32 } from '../numbers.ts';

// Around nothing, a vec4, subgroups of any size, a workgroup, a tile, and the first row of a folded grid.
const lengths = [0, 1, 3, 4, 5, 31, 33, 64, 129, 255, 257, 1023, 1025, 4095, 4097, 10_007, 131_077, 528_385];

// Whole subgroups, and some that lack lanes or have one alone.
const workgroups = [1, 5, 32, 33, 63, 64, 100, 128, 250, 511, 1000, 1024];

const types: readonly Number32[] = ['u32', 'f32', 'i32'];

function typeAt(index: number): Number32 {
  return types[index % types.length] ?? 'u32';
}

const sums: readonly SumCase[] = [
  ...lengths.map((n, index): SumCase => ({ n, dtype: typeAt(index) })),
  ...workgroups.flatMap((workgroup, index) =>
    [1, 16 * workgroup - 1, 16 * workgroup, 40 * workgroup + 3].map((n, at): SumCase => ({
      n,
      workgroup,
      dtype: typeAt(index + at),
    })),
  ),
];

const prefixes: readonly PrefixCase[] = [
  ...lengths.flatMap((n, index) => scans.map((scan): PrefixCase => ({ n, scan, dtype: typeAt(index) }))),
  ...workgroups.flatMap((workgroup, index) =>
    [1, 4 * workgroup - 1, 4 * workgroup, 130 * 4 * workgroup + 3].map((n, at): PrefixCase => ({
      n,
      scan: scans[(index + at) % 2] ?? 'inclusive',
      workgroup,
      dtype: typeAt(index + at),
    })),
  ),
];

const keyed: readonly KeyedCase[] = [
  ...[0, 1, 100, 257, 1000, 40_000].flatMap((n) =>
    [1, 2, 3, 8, 17, 32].map((degree): KeyedCase => ({ n, degree, dtype: 'u32' })),
  ),
  ...[2, 3, 4, 8, 31, 32, 33, 64, 100].map((run): KeyedCase => ({ n: 777, degree: 2, run, dtype: 'u32' })),
  ...[1, 127, 129, 1000, 5000, 33_000].flatMap((n) =>
    keyOrders.map((input): KeyedCase => ({ n, input, dtype: 'u32' })),
  ),
];

const partitions: readonly PartitionCase[] = [4, 8, 16].flatMap((lanes) =>
  [0, 1, lanes - 2, lanes - 1, lanes, lanes + 1, 255, 1023, 1024, 1025, 2049, 8195, 131_077].map(
    (n): PartitionCase => ({
      n,
      lanes,
      dtype: 'u32',
    }),
  ),
);

const builtins: readonly BuiltinCase[] = [
  ...workgroups.flatMap((workgroup) => [
    { builtin: 'every', workgroup, groups: 2, trips: 7, dtype: 'u32' } as const,
    { builtin: 'every', workgroup, groups: 3, trips: 2, dtype: 'i32' } as const,
    { builtin: 'every', workgroup, groups: 2, dtype: 'f32' } as const,
  ]),
  ...builtinNames.flatMap((builtin) => [
    { builtin, workgroup: 100, groups: 3, trips: 5, dtype: 'u32' } as const,
    { builtin, workgroup: 64, groups: 130, trips: 2, chains: 2, dtype: 'u32' } as const,
  ]),
  { builtin: 'add', workgroup: 33, groups: 2, trips: 9, dtype: 'f32' },
  { builtin: 'add', workgroup: 128, groups: 9, trips: 4, chains: 4, dtype: 'f32' },
];

/** Each kind of case at lengths, workgroups, keys and functions that tell. */
export const warpEdgeCases: readonly WarpCase[] = [
  ...sums,
  ...prefixes,
  ...keyed,
  ...partitions,
  ...builtins,
];
