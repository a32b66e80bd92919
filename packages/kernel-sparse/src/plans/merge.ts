// Launches of the rungs that take even shares of entries and row ends.
import { wgsl } from '@kernel-ladder/harness';
import type { Constants, DeviceFacts, Pass, PlanCase } from '@kernel-ladder/harness';
import { gridOf, subgroupMin } from '@kernel-ladder/kernel-kit';
import type { SparseCase } from '../cases/kinds.ts';
import { csrBindings, csrBytes, laneCounts, oneVector, workgroup } from './launch.ts';

// Items of the list for each thread: odd, so that threads which read as many words apart never meet in a bank (Merrill and Garland have
// as many), and no more than the eight places that a thread of the balanced kernel loads at once.
const items = 7;
/** Items of a tile. */
export const tileItems = items * workgroup;

/** A tile a workgroup, its ends found by binary search. */
export const merged: PlanCase<SparseCase> = oneVector((params) =>
  tiled(params, {
    file: 'merge/merge.wgsl',
    constants: {},
    searches: 2 * Math.ceil(Math.log2(params.rows + 1)),
    before: [],
    after: carryPass,
    subgroups: 0,
  }),
);

/** The same tiles, their ends found by subgroups in a pass of its own. */
export const balanced: PlanCase<SparseCase> = oneVector((params, device) => {
  const least = subgroupMin(device);
  let steps = 0;
  // Every step leaves one of as many pieces as there are lanes.
  for (let reach = 1; reach <= params.rows; reach *= Math.max(2, least)) steps++;
  return tiled(params, {
    file: 'merge/balanced.wgsl',
    constants: { SUBGROUP_MIN: least },
    searches: least * steps,
    before: [searchPass(params, device, steps)],
    after: completePass,
    subgroups: workgroup / least,
  });
});

function tileCount({ rows, nnz }: SparseCase): number {
  return Math.ceil((rows + nnz) / tileItems);
}

// A subgroup for the beginning of each tile, and for the end of the last.
function searchPass(params: SparseCase, device: DeviceFacts, steps: number): Pass {
  const lanes = laneCounts(device);
  const tiles = tileCount(params);
  const workgroups = gridOf(Math.ceil((tiles + 1) / (workgroup / lanes.SUBGROUP_MIN)));
  const { rows, nnz } = params;
  const sizes = { ROWS: rows, NNZ: nnz, TILE: tileItems, TILES: tiles };
  return {
    wgsl: wgsl('merge/search.wgsl', { ...sizes, STEPS: steps, GRID_X: workgroups[0], ...lanes }),
    bindings: ['offsets', 'firsts'],
    workgroups,
  };
}

// A thread for each tile that ends a row, and workgroups for long rows.
function carryPass({ rows }: SparseCase, tiles: number): Pass {
  const workgroups = gridOf(Math.ceil(tiles / workgroup));
  return {
    wgsl: wgsl('merge/carry.wgsl', { ROWS: rows, TILE: tileItems, TILES: tiles, GRID_X: workgroups[0] }),
    bindings: ['offsets', 'firsts', 'carries', 'y'],
    workgroups,
  };
}

// Few threads a workgroup, so that all multiprocessors have some: a row of hundreds of tiles is one subgroup's.
const completing = 64;

function completePass(_: SparseCase, tiles: number): Pass {
  const workgroups = gridOf(Math.ceil(tiles / completing));
  const sizes = { TILE: tileItems, TILES: tiles, WORKGROUP: completing, GRID_X: workgroups[0] };
  return {
    wgsl: wgsl('merge/complete.wgsl', sizes),
    bindings: ['offsets', 'firsts', 'carries', 'y'],
    workgroups,
  };
}

interface Tiling {
  readonly file: string;
  readonly constants: Constants;
  /** Offsets that are read to find a tile. */
  readonly searches: number;
  readonly before: readonly Pass[];
  /** Completes rows of several tiles. */
  readonly after: (params: SparseCase, tiles: number) => Pass;
  /** Subgroups of a workgroup at most, whose open sums are added up one by one; 0 where threads add theirs by a tree. */
  readonly subgroups: number;
}

function tiled(params: SparseCase, { file, constants, searches, before, after, subgroups }: Tiling) {
  const { rows, nnz } = params;
  const tiles = tileCount(params);
  const workgroups = gridOf(tiles);
  const sizes = { ROWS: rows, TILES: tiles };
  const tilePass: Pass = {
    wgsl: wgsl(file, { ...sizes, NNZ: nnz, ITEMS: items, GRID_X: workgroups[0], ...constants }),
    bindings: [...csrBindings, 'carries', 'firsts'],
    workgroups,
  };
  return {
    passes: [...before, tilePass, ...(tiles > 1 ? [after(params, tiles)] : [])],
    scratch: { firsts: 4 * (tiles + 1), carries: 4 * tiles },
    // A first row and a carry of each tile, and the row that a carry is added to: written, and read again.
    implBytes: csrBytes(params) + tiles * (40 + 4 * searches),
    // A thread's own, what those before it left open, and what the tiles before did: as many as a thread adds up, and a tree.
    longestSum: items + 2 * Math.log2(workgroup) + subgroups + Math.ceil(tiles / workgroup) + 16,
  };
}
