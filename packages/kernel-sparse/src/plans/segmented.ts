// The segmented sum: tiles of entries alone, with its workgroup and its vec4s a lane as choices.
import { sizeClass, tunable } from '@kernel-ladder/harness';
import type { DeviceFacts, Plan, Skip, Space, Values } from '@kernel-ladder/harness';
import { subgroupMin } from '@kernel-ladder/kernel-kit';
import type { SparseCase } from '../cases/kinds.ts';
import { csrBytes, laneCounts, lastQuad, oneVector } from './launch.ts';
import { searched, tiled } from './merge.ts';

/** Parameters of the rung. A type, so that it is a choice of a search space. */
export type SegmentedShape = {
  /** Threads of a workgroup. */
  readonly threads: number;
  /** Vec4s of a lane: all of them in flight together, and a scan of the subgroup for each. */
  readonly rounds: number;
};

const usual: SegmentedShape = { threads: 256, rounds: 2 };

/** Entries of a tile where nothing was tuned. */
export const tileEntries = entriesOf(usual);

function entriesOf({ threads, rounds }: SegmentedShape): number {
  return 4 * rounds * threads;
}

function tilesOf({ nnz }: SparseCase, shape: SegmentedShape): number {
  // Rows without an entry want a tile as well.
  return Math.max(1, Math.ceil(nnz / entriesOf(shape)));
}

/** Plans the search, the sum over tiles, and the rows of several of them. */
export function planSegmented(given: SparseCase, facts: DeviceFacts, shape: SegmentedShape): Plan | Skip {
  const plan = oneVector((params, device) => {
    const tiling = { tile: entriesOf(shape), tiles: tilesOf(params, shape), endItems: 0 } as const;
    const { threads, rounds } = shape;
    return tiled(params, {
      ...tiling,
      ...searched(params, device, tiling),
      file: 'merge/segmented.wgsl',
      constants: {
        LAST_QUAD: lastQuad(params),
        ROUNDS: rounds,
        WORKGROUP: threads,
        ...laneCounts(device),
      },
    });
  });
  return plan(given, facts);
}

const hardware: Values<SegmentedShape> = { threads: [128, 256, 512], rounds: [1, 2, 3, 4] };
const software: Values<SegmentedShape> = { threads: [64, 256], rounds: [1, 2] };

function segmentedSpace(params: SparseCase, device: DeviceFacts): Space<SegmentedShape> {
  return {
    values: device.software ? software : hardware,
    constraints: [],
    model: (shape) => ({
      threads: shape.threads,
      // Columns and numbers of what is in flight, the four words of a walk, and addresses.
      registers: 8 * shape.rounds + 24,
      workgroupBytes: 4 * entriesOf(shape) + (8 * shape.threads) / subgroupMin(device),
      workgroups: tilesOf(params, shape),
      bytes: { memory: csrBytes(params), cache: csrBytes(params) + 48 * tilesOf(params, shape) },
    }),
    usual,
  };
}

/** The rung, tunable for each power of two of rows and entries, and for each pattern. */
export const segmented = tunable<SparseCase, SegmentedShape>({
  rung: 'csr-segmented',
  classOf: ({ rows, nnz, pattern, skew }) =>
    `rows=${sizeClass(rows)},nnz=${sizeClass(nnz)},pattern=${pattern},skew=${skew}`,
  space: segmentedSpace,
  plan: planSegmented,
});
