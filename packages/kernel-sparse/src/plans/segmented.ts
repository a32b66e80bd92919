// The segmented sum: tiles of entries alone, with its workgroup and its vec4s a lane as choices.
import { sizeClass, tunable, wgsl } from '@kernel-ladder/harness';
import type { Constants, DeviceFacts, Pass, Plan, Skip, Space, Values } from '@kernel-ladder/harness';
import { gridOf, subgroupMin } from '@kernel-ladder/kernel-kit';
import type { SparseCase } from '../cases/kinds.ts';
import { csrBindings, csrBytes, laneCounts, lastQuad, oneVector } from './launch.ts';

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

/** Plans the sum over tiles, and the rows of several of them. */
export function planSegmented(given: SparseCase, facts: DeviceFacts, shape: SegmentedShape): Plan | Skip {
  const plan = oneVector((params, device) => {
    const lanes = laneCounts(device);
    const tiles = tilesOf(params, shape);
    const steps = searchSteps(params, lanes.SUBGROUP_MIN);
    return {
      passes: [
        sumPass(params, shape, { ...lanes, TILES: tiles, STEPS: steps }),
        ...(tiles > 1 ? [completePass(tiles)] : []),
      ],
      scratch: { carries: 4 * tiles, spans: 8 * tiles },
      // A span and a carry of each tile, and the row that a carry is added to: written, and read again.
      implBytes: csrBytes(params) + tiles * (32 + 4 * lanes.SUBGROUP_MIN * steps),
      longestSum: longestSum(shape, tiles, lanes.SUBGROUP_MIN),
    };
  });
  return plan(given, facts);
}

// Every step leaves one of as many pieces as there are lanes.
function searchSteps({ rows }: SparseCase, lanes: number): number {
  let steps = 0;
  for (let reach = 1; reach <= rows; reach *= Math.max(2, lanes)) steps++;
  return steps;
}

function sumPass(
  params: SparseCase,
  { threads, rounds }: SegmentedShape,
  constants: Constants & { readonly TILES: number },
): Pass {
  const workgroups = gridOf(constants.TILES);
  const sizes = { ROWS: params.rows, LAST_QUAD: lastQuad(params), ROUNDS: rounds, WORKGROUP: threads };
  return {
    wgsl: wgsl('merge/segmented.wgsl', { ...sizes, ...constants, GRID_X: workgroups[0] }),
    bindings: [...csrBindings, 'carries', 'spans'],
    workgroups,
  };
}

// Few threads a workgroup, so that all multiprocessors have some: a row of hundreds of tiles is one subgroup's.
const completing = 64;

function completePass(tiles: number): Pass {
  const workgroups = gridOf(Math.ceil(tiles / completing));
  return {
    wgsl: wgsl('merge/complete.wgsl', { TILES: tiles, WORKGROUP: completing, GRID_X: workgroups[0] }),
    bindings: ['spans', 'carries', 'y'],
    workgroups,
  };
}

// Four entries of a lane and a scan of lanes in each round, the subgroups of a tile one by one, and a subgroup over tiles: a share and a tree.
function longestSum({ threads, rounds }: SegmentedShape, tiles: number, lanes: number): number {
  return 4 + rounds + 8 + threads / lanes + Math.ceil(tiles / (4 * lanes)) + 10;
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
