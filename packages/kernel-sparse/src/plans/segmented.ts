// The segmented sum: tiles of entries alone, and a look back for rows of several, with its workgroup and its vec4s a lane as choices.
import { sizeClass, tunable, wgsl } from '@kernel-ladder/harness';
import type { Constants, DeviceFacts, Pass, Plan, Skip, Space, Values } from '@kernel-ladder/harness';
import { gridOf, subgroupMin } from '@kernel-ladder/kernel-kit';
import type { SparseCase } from '../cases/kinds.ts';
import { csrBindings, csrBytes, laneCounts, oneVector, workgroup } from './launch.ts';

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

/** Plans the pass over rows that says where tiles begin, and the sum over tiles. */
export function planSegmented(given: SparseCase, facts: DeviceFacts, shape: SegmentedShape): Plan | Skip {
  const plan = oneVector((params, device) => {
    const lanes = laneCounts(device);
    const tiles = tilesOf(params, shape);
    return {
      passes: [
        startsPass(params, { TILE: entriesOf(shape), TILES: tiles }),
        sumPass(params, shape, { ...lanes, TILES: tiles }),
      ],
      scratch: { firsts: 4 * (tiles + 1), carries: 4 * tiles },
      // Offsets once more. A first row of each tile, and what it leaves open: written, and read again.
      implBytes: csrBytes(params) + 8 * params.rows + 20 * tiles,
      longestSum: longestSum(shape, tiles, lanes.SUBGROUP_MIN),
    };
  });
  return plan(given, facts);
}

// Rows of a thread, all in flight together.
const rowsEach = 4;

function startsPass(
  { rows }: SparseCase,
  sizes: Constants & { readonly TILE: number; readonly TILES: number },
): Pass {
  const groups = Math.ceil(rows / (rowsEach * workgroup));
  const workgroups = gridOf(groups);
  const constants = { ROWS: rows, EACH: rowsEach, GROUPS: groups, GRID_X: workgroups[0], ...sizes };
  return {
    wgsl: wgsl('merge/starts.wgsl', constants),
    bindings: ['offsets', 'firsts', 'carries'],
    workgroups,
  };
}

function sumPass(
  { nnz }: SparseCase,
  { threads, rounds }: SegmentedShape,
  constants: Constants & { readonly TILES: number },
): Pass {
  const workgroups = gridOf(constants.TILES);
  const sizes = { LAST: Math.max(0, nnz - 1), ROUNDS: rounds, WORKGROUP: threads };
  return {
    wgsl: wgsl('merge/segmented.wgsl', { ...sizes, ...constants, GRID_X: workgroups[0] }),
    bindings: [...csrBindings, 'carries', 'firsts'],
    workgroups,
  };
}

// Four entries of a lane and a scan of lanes in each round, the subgroups of a tile one by one, or the share of a silent tile; then lanes over tiles: a
// share and a tree.
function longestSum({ threads, rounds }: SegmentedShape, tiles: number, lanes: number): number {
  const tile = Math.max(4 + rounds + 8 + threads / lanes, (rounds * threads) / lanes + 10);
  return tile + Math.ceil(tiles / lanes) + 10;
}

const hardware: Values<SegmentedShape> = { threads: [128, 256, 512], rounds: [1, 2, 3, 4] };
const software: Values<SegmentedShape> = { threads: [64, 256], rounds: [1, 2] };

function segmentedSpace(params: SparseCase, device: DeviceFacts): Space<SegmentedShape> {
  return {
    values: device.software ? software : hardware,
    constraints: [],
    model: (shape) => ({
      threads: shape.threads,
      // Columns, numbers and elements of x of what is in flight, and addresses.
      registers: 12 * shape.rounds + 20,
      // Products, a bit an entry, and what subgroups leave open.
      workgroupBytes: (33 * entriesOf(shape)) / 8 + (8 * shape.threads) / subgroupMin(device),
      workgroups: tilesOf(params, shape),
      bytes: {
        memory: csrBytes(params),
        cache: csrBytes(params) + 8 * params.rows + 20 * tilesOf(params, shape),
      },
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
