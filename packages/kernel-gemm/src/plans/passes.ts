// Plans and passes of kernel files: one tile of C a workgroup, or one element of C a thread.
import { wgsl } from '@kernel-ladder/harness';
import type { Constants, Pass, Plan, Wgsl } from '@kernel-ladder/harness';
import { gridOf, tilesOf } from '@kernel-ladder/kernel-kit';
import type { Tile } from '@kernel-ladder/kernel-kit';
import type { GemmCase } from '../cases.ts';
import { storedAs } from '../dtypes.ts';
import { addedOr, enablesOf, epilogueConstants } from './epilogue.ts';
import { finishBytes, elementBytes, tiledBytes } from './traffic.ts';

/** A kernel file whose workgroups each make one tile of C. */
export interface TiledFile {
  readonly file: string;
  readonly tile: Tile;
  readonly constants?: Constants;
}

/** The plan of a tiled kernel file: one pass, with constants M, N, K, TILE_ROWS, TILE_COLUMNS and GRID_X. */
export function tiledPlan(params: GemmCase, { file, tile, constants }: TiledFile): Plan {
  const { m, n, k } = params;
  const tiles = tilesOf(params, tile);
  const grid = gridOf(tiles.rows * tiles.columns);
  const places = { TILE_ROWS: tiles.rows, TILE_COLUMNS: tiles.columns, GRID_X: grid[0] };
  const source = wgsl(file, { M: m, N: n, K: k, ...places, ...constants });
  return { passes: [multiplyPass(source, grid)], implBytes: tiledBytes(params, tile), longestSum: k };
}

const wordBytes = 4;

/** Elements that one workgroup of a kernel without tiles makes. */
const untiledSize = 64;

/** The plan of a kernel file with a thread per element of a plain product. */
export function untiledPlan(params: GemmCase, file: string): Plan {
  return { passes: [untiledPass(params, file)], implBytes: untiledBytes(params), longestSum: params.k };
}

/** Bytes that a thread per element requests: for each factor the word that it lies in. */
export function untiledBytes(params: GemmCase): number {
  const { m, n, k, batch } = params;
  const { output } = elementBytes(params);
  return batch * m * n * (2 * k * wordBytes + output) + finishBytes(params);
}

/** One pass of a kernel file with a thread per element of a plain product and constants M, N, K, SIZE and GRID_X. */
function untiledPass({ m, n, k }: GemmCase, file: string): Pass {
  const grid = gridOf(Math.ceil((m * n) / untiledSize));
  return multiplyPass(wgsl(file, { M: m, N: n, K: k, SIZE: untiledSize, GRID_X: grid[0] }), grid);
}

/** The same for any layout, batch and epilogue, with the constants that say which. */
export function generalPass(params: GemmCase, file = 'naive-general.wgsl'): Pass {
  const { m, n, k, batch, layout, epilogue, dtype } = params;
  const grid = gridOf(Math.ceil((m * n) / untiledSize), batch);
  const constants = {
    M: m,
    N: n,
    K: k,
    A_IS_TURNED: String(layout[0] === 't'),
    B_IS_TURNED: String(layout[1] === 't'),
    BITS: 8 * elementBytes(params).input,
    Number: storedAs(dtype).output,
    ...epilogueConstants(epilogue),
    SIZE: untiledSize,
    GRID_X: grid[0],
  };
  const source = wgsl(file, constants, enablesOf(params));
  return { wgsl: source, bindings: ['a', 'b', 'c', addedOr(params, 'b')], workgroups: grid };
}

function multiplyPass(source: Wgsl, workgroups: Pass['workgroups']): Pass {
  return { wgsl: source, bindings: ['a', 'b', 'c'], workgroups };
}
