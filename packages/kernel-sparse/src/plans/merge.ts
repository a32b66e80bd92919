// Launches of the rungs that take even shares of entries and row ends, or of entries alone.
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
export const merged: PlanCase<SparseCase> = oneVector((params) => {
  const tiling = { tile: tileItems, tiles: itemTiles(params), endItems: 1 } as const;
  return tiled(params, {
    ...tiling,
    file: 'merge/merge.wgsl',
    constants: itemSizes(params),
    searches: 2 * Math.ceil(Math.log2(params.rows + 1)),
    before: [],
    subgroups: 0,
  });
});

/** The same tiles, their ends found by subgroups in a pass of its own. */
export const balanced: PlanCase<SparseCase> = oneVector((params, device) => {
  const tiling = { tile: tileItems, tiles: itemTiles(params), endItems: 1 } as const;
  const least = subgroupMin(device);
  return tiled(params, {
    ...tiling,
    ...searched(params, device, tiling),
    file: 'merge/balanced.wgsl',
    constants: { ...itemSizes(params), SUBGROUP_MIN: least },
  });
});

function itemTiles({ rows, nnz }: SparseCase): number {
  return Math.ceil((rows + nnz) / tileItems);
}

function itemSizes({ rows, nnz }: SparseCase): Constants {
  return { ROWS: rows, NNZ: nnz, ITEMS: items };
}

/** Into how many tiles of which list the work is cut: `endItems` is 1 where the end of a row is an item of it, else 0. */
export interface Tiling {
  readonly tile: number;
  readonly tiles: number;
  readonly endItems: 0 | 1;
}

interface Launches extends Tiling {
  readonly file: string;
  readonly constants: Constants;
  /** Offsets that are read to find a tile. */
  readonly searches: number;
  readonly before: readonly Pass[];
  /** Subgroups of a workgroup at most, whose open sums are added up one by one; 0 where threads add theirs by a tree. */
  readonly subgroups: number;
}

/** The pass that finds the rows of tiles: a subgroup for the beginning of each, and for the end of the last. */
export function searched(params: SparseCase, device: DeviceFacts, { tile, tiles, endItems }: Tiling) {
  const lanes = laneCounts(device);
  let steps = 0;
  // Every step leaves one of as many pieces as there are lanes.
  for (let reach = 1; reach <= params.rows; reach *= Math.max(2, lanes.SUBGROUP_MIN)) steps++;
  const subgroups = workgroup / lanes.SUBGROUP_MIN;
  const workgroups = gridOf(Math.ceil((tiles + 1) / subgroups));
  const sizes = { ROWS: params.rows, NNZ: params.nnz, TILE: tile, TILES: tiles, END_ITEMS: endItems };
  const pass: Pass = {
    wgsl: wgsl('merge/search.wgsl', { ...sizes, STEPS: steps, GRID_X: workgroups[0], ...lanes }),
    bindings: ['offsets', 'firsts'],
    workgroups,
  };
  return { before: [pass], searches: lanes.SUBGROUP_MIN * steps, subgroups };
}

/** The pass over all tiles, and the one that completes rows of several. */
export function tiled(params: SparseCase, launches: Launches) {
  const { file, constants, searches, before, subgroups, tile, tiles, endItems } = launches;
  const [workgroups, carrying] = [gridOf(tiles), gridOf(Math.ceil(tiles / workgroup))];
  const tilePass: Pass = {
    wgsl: wgsl(file, { TILES: tiles, GRID_X: workgroups[0], ...constants }),
    bindings: [...csrBindings, 'carries', 'firsts'],
    workgroups,
  };
  const sizes = { ROWS: params.rows, TILE: tile, TILES: tiles, END_ITEMS: endItems };
  const carryPass: Pass = {
    wgsl: wgsl('merge/carry.wgsl', { ...sizes, GRID_X: carrying[0] }),
    bindings: ['offsets', 'firsts', 'carries', 'y'],
    workgroups: carrying,
  };
  return {
    passes: [...before, tilePass, ...(tiles > 1 ? [carryPass] : [])],
    scratch: { firsts: 4 * (tiles + 1), carries: 4 * tiles },
    // A first row and a carry of each tile, and the row that a carry is added to: written, and read again.
    implBytes: csrBytes(params) + tiles * (40 + 4 * searches),
    // A thread's own, what those before it left open, and what the tiles before did: as many as a thread adds up, and a tree.
    longestSum: items + 2 * Math.log2(workgroup) + subgroups + Math.ceil(tiles / workgroup) + 16,
  };
}
