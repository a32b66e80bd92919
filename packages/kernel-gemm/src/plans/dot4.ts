// The plan of the rung that multiplies bytes by packed dot products.
import { wgsl } from '@kernel-ladder/harness';
import type { DeviceFacts, Plan, Skip } from '@kernel-ladder/harness';
import { gridOf, refuseOver, tilesOf } from '@kernel-ladder/kernel-kit';
import type { GemmCase } from '../cases.ts';
import { addedOr, epilogueConstants } from './epilogue.ts';
import { finishBytes, tiledBytes } from './traffic.ts';

const threads = 256;

/** Why a device cannot run it; null when it can. The language feature is part of every Dawn. */
export function refuseDot4(device: DeviceFacts): Skip | null {
  return refuseOver(device, 'maxComputeInvocationsPerWorkgroup', threads);
}

/** Plans products of at least one term and one element, in one dispatch. */
export function planDot4(params: GemmCase): Plan {
  const { m, n, k, batch, layout, epilogue } = params;
  const tile = { rows: 64, columns: 64 };
  const tiles = tilesOf(params, tile);
  const grid = gridOf(tiles.rows * tiles.columns, batch);
  const source = wgsl('dot4.wgsl', {
    M: m,
    N: n,
    K: k,
    A_IS_TURNED: String(layout[0] === 't'),
    B_IS_TURNED: String(layout[1] === 't'),
    ...epilogueConstants(epilogue),
    TILE_ROWS: tiles.rows,
    TILE_COLUMNS: tiles.columns,
    GRID_X: grid[0],
  });
  return {
    passes: [{ wgsl: source, bindings: ['a', 'b', 'c', addedOr(params, 'b')], workgroups: grid }],
    implBytes: tiledBytes(params, tile) + finishBytes(params),
    longestSum: k,
  };
}
