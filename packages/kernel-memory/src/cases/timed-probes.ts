// Which probes are timed, and the awkward ones.
import { pairwise } from '@kernel-ladder/harness';
import type { EdgeCaseSet } from '@kernel-ladder/harness';
import { accesses } from './kinds.ts';
import type { BanksCase, BlocksCase, ChaseCase, PatternCase, SweepCase } from './kinds.ts';

type Probe = PatternCase | BanksCase | SweepCase | ChaseCase | BlocksCase;
type Launch = { readonly groups?: number; readonly trips?: number };

function patternCase(shape: Omit<PatternCase, 'dtype'>): PatternCase {
  return { ...shape, dtype: 'f32' } as PatternCase;
}

function banksCase(stride: number, launch: Launch = {}): BanksCase {
  return { stride, ...launch, dtype: 'f32' };
}

function sweepCase(bytes: number, launch: Launch = {}): SweepCase {
  return { bytes, ...launch, dtype: 'f32' };
}

function chaseCase(bytes: number, launch: Pick<Launch, 'trips'> = {}): ChaseCase {
  return { bytes, ...launch, dtype: 'u32' };
}

function blocksCase(blocks: number): BlocksCase {
  return { blocks, dtype: 'u8' };
}

const widths = [1, 2, 4];

/**
 * Bytes of the timed working sets, from one that the first-level cache holds to one that is many times the last: 16 KiB to 512 MiB, closer
 * where the last-level caches of devices end.
 */
export const timedSets: readonly number[] = Array.from(
  { length: 16 },
  (_, index) => 2 ** (14 + index),
).flatMap((bytes) => (bytes >= 2 ** 22 && bytes < 2 ** 28 ? [bytes, 1.5 * bytes] : [bytes]));

const heatMap = accesses.flatMap((access) =>
  widths.flatMap((width) =>
    [1, 2, 3, 4, 6, 8, 16, 32].map((stride) => patternCase({ stride, width, access })),
  ),
);

/** The timed probes by size class. */
export const timedProbes = {
  tiny: [
    ...accesses.map((access) => patternCase({ n: 20_000, stride: 3, width: 2, access })),
    banksCase(32, { groups: 2, trips: 2 }),
    sweepCase(4096, { groups: 3, trips: 4 }),
    chaseCase(12_800, { trips: 150 }),
    blocksCase(64),
  ],
  sweep: [
    ...heatMap,
    ...[1, 2, 4, 8, 16, 32, 33].map((stride) => banksCase(stride)),
    ...timedSets.map((bytes) => sweepCase(bytes)),
    ...timedSets.map((bytes) => chaseCase(bytes)),
    ...[256, 1024, 4096].map(blocksCase),
  ],
} as const satisfies { readonly [size: string]: readonly Probe[] };

/** Strides that divide and do not; tables that wrap; sets that come round, end within a workgroup, and are larger than what is read. */
export const probeEdgeCases: readonly EdgeCaseSet<Probe>[] = [
  {
    set: 'EC-PATTERN',
    cases: pairwise<Required<PatternCase>>(
      {
        n: [4, 1000, 16_384, 16_388, 50_000, 1_000_004],
        stride: [1, 2, 3, 8, 32, 100],
        width: widths,
        access: accesses,
        dtype: ['f32'],
      },
      1,
    ),
  },
  {
    set: 'EC-BANKS',
    cases: [1, 2, 8, 31, 32, 33, 2047, 2048].flatMap((stride) => [
      banksCase(stride, { groups: 1, trips: 1 }),
      banksCase(stride, { groups: 3, trips: 65 }),
      banksCase(stride, { groups: 130, trips: 1 }),
    ]),
  },
  {
    set: 'EC-SWEEP',
    cases: [16, 48, 4096, 4112, 65_536, 70_000].flatMap((bytes) => [
      sweepCase(bytes, { groups: 1, trips: 1 }),
      sweepCase(bytes, { groups: 3, trips: 6 }),
      sweepCase(bytes, { groups: 130, trips: 2 }),
    ]),
  },
  {
    set: 'EC-BLOCKS',
    cases: [1, 2, 3, 17, 100, 700].map(blocksCase),
  },
  {
    set: 'EC-CHASE',
    cases: [256, 384, 12_800, 131_072].flatMap((bytes) =>
      [1, 2, 99, 1000].map((trips) => chaseCase(bytes, { trips })),
    ),
  },
];
