// Launches of the rungs that multiply with several vectors.
import { wgsl } from '@kernel-ladder/harness';
import type { PlanCase } from '@kernel-ladder/harness';
import { gridOf, itemWidth } from '@kernel-ladder/kernel-kit';
import type { SparseCase } from '../cases/kinds.ts';
import { longestRow } from '../cases/lengths.ts';
import {
  csrBindings,
  csrBytes,
  laneCounts,
  onePass,
  powerOfTwo,
  severalVectors,
  workgroup,
} from './launch.ts';

/** A subgroup a row, vectors in its lanes. */
export const vectorsInLanes: PlanCase<SparseCase> = severalVectors((params, device) => {
  const { rows, vectors } = params;
  const lanes = laneCounts(device);
  const workgroups = gridOf(Math.ceil(rows / (workgroup / lanes.SUBGROUP_MIN)));
  const constants = { ROWS: rows, VECTORS: vectors, GRID_X: workgroups[0], ...lanes };
  const trips = Math.ceil(vectors / lanes.SUBGROUP_MIN);
  return onePass(
    { wgsl: wgsl('spmm/subgroup.wgsl', constants), bindings: csrBindings, workgroups },
    { implBytes: csrBytes(params) + 8 * (trips - 1) * params.nnz, longestSum: longestRow(params) },
  );
});

// Threads that share a row, at most: with four vectors each enough for 128 of them at a time.
const widestTeam = 32;

/** A team of threads a row, entries through workgroup memory. */
export const vectorsInTiles: PlanCase<SparseCase> = severalVectors((params) => {
  const { rows, nnz, vectors } = params;
  const width = itemWidth(vectors);
  const items = vectors / width;
  const team = Math.min(widestTeam, powerOfTwo(items));
  const workgroups = gridOf(Math.ceil(rows / (workgroup / team)));
  const constants = {
    ROWS: rows,
    Item: width === 4 ? 'vec4f' : 'f32',
    ITEMS: items,
    TEAM: team,
    GRID_X: workgroups[0],
  };
  const trips = Math.ceil(items / team);
  return onePass(
    { wgsl: wgsl('spmm/tiled.wgsl', constants), bindings: csrBindings, workgroups },
    { implBytes: csrBytes(params) + 8 * (trips - 1) * nnz, longestSum: longestRow(params) },
  );
});
