// All cases of the family by size class, and all awkward ones.
import type { EdgeCaseSet } from '@kernel-ladder/harness';
import type { CopyCase, MemoryCase, StreamCase, StreamOp, TransposeCase } from './cases/kinds.ts';
import { streamOps } from './cases/kinds.ts';
import { probeEdgeCases, timedProbes } from './cases/timed-probes.ts';

/** A copy in strided order. */
export function copyCase(n: number, stride: number): CopyCase {
  return { n, stride, dtype: 'f32' };
}

/** A stream in order. */
export function streamCase(n: number, op: StreamOp): StreamCase {
  return { n, op, dtype: 'f32' };
}

/** A stream that so many workgroups share. */
function sharedStream(n: number, op: StreamOp, groups: number): StreamCase {
  return { n, op, groups, dtype: 'f32' };
}

/** The transpose of a matrix. */
export function transposeCase(rows: number, columns: number): TransposeCase {
  return { rows, columns, dtype: 'f32' };
}

/** Words of the timed streams: 256 MiB, four times the last-level cache of an H200. */
const long = 2 ** 26;

const inOrder = streamOps.filter((op) => op !== 'gather');

/** The timed cases by size class. */
export const timedCases = {
  tiny: [
    ...streamOps.map((op) => streamCase(20_000, op)),
    sharedStream(20_000, 'copy', 3),
    copyCase(10_007, 5),
    transposeCase(60, 100),
    ...timedProbes.tiny,
  ],
  small: [streamCase(2 ** 18, 'copy'), transposeCase(256, 512)],
  headline: [transposeCase(8192, 8192)],
  sweep: [
    ...[132, 528, 1056, 2112].map((groups) => sharedStream(long, 'copy', groups)),
    ...[2, 4, 8, 16].map((stride) => copyCase(long, stride)),
    ...timedProbes.sweep,
  ],
  huge: [
    ...inOrder.map((op) => streamCase(long, op)),
    streamCase(2 ** 24, 'gather'),
    copyCase(long, 1),
    copyCase(long, 32),
  ],
} as const satisfies { readonly [size: string]: readonly MemoryCase[] };

// Around nothing, a vec4, a workgroup of words and of vec4s, a block of 16,384 words, and the first row of a folded grid.
const lengths = [
  0, 1, 3, 4, 5, 255, 256, 257, 1023, 1024, 1028, 4100, 16_380, 16_383, 16_384, 16_388, 32_768, 32_772,
  49_152, 65_537, 2_097_152, 2_113_540,
];

const sides = [1, 3, 4, 31, 32, 33, 36, 63, 64, 65, 68, 100, 128, 132];

/** Lengths and shapes around every edge of a tile, and strides that divide a length and do not. */
export const edgeCases: readonly EdgeCaseSet<MemoryCase>[] = [
  {
    set: 'EC-1D',
    cases: [
      ...streamOps.flatMap((op) => lengths.filter((n) => n > 0).map((n) => streamCase(n, op))),
      ...[1, 2, 5, 130].flatMap((groups) =>
        [1, 5, 16_384, 32_772, 150_001, 300_000].map((n) => sharedStream(n, 'copy', groups)),
      ),
    ],
  },
  {
    set: 'EC-STRIDE',
    cases: [1, 2, 3, 7, 32, 33, 1000].flatMap((stride) =>
      [1, 32, 255, 1000, 32_769, 70_001].map((n) => copyCase(n, stride)),
    ),
  },
  {
    set: 'EC-2D',
    cases: [
      ...sides.map((rows, index) => transposeCase(rows, sides[sides.length - 1 - index] ?? 1)),
      ...sides.map((side) => transposeCase(side, side)),
      transposeCase(64, 192),
      // A band of eight rows of tiles, and one that is not full.
      transposeCase(516, 68),
      transposeCase(8, 1028),
      transposeCase(1028, 12),
      transposeCase(1, 70_001),
      transposeCase(70_001, 1),
      transposeCase(4, 65_536),
      transposeCase(65_540, 4),
      // More tiles than one dimension of a dispatch has workgroups.
      transposeCase(2_100_001, 3),
      transposeCase(8, 4_194_308),
    ],
  },
  {
    set: 'EC-EMPTY',
    cases: [
      ...streamOps.map((op) => streamCase(0, op)),
      copyCase(0, 1),
      copyCase(0, 7),
      sharedStream(0, 'copy', 2),
      transposeCase(0, 5),
      transposeCase(8, 0),
      transposeCase(0, 0),
    ],
  },
  ...probeEdgeCases,
];
