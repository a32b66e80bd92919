// What every rung shares: which dtypes it reads, empty products, and plans of one pass over tiles.
import { notApplicable, wgsl } from '@kernel-ladder/harness';
import type { DeviceFacts, Pass, Plan, Skip, Variant, Wgsl } from '@kernel-ladder/harness';
import type { GemmCase } from './cases.ts';
import { elementBytes, spread, tiledBytes, tilesOf } from './grid.ts';
import type { Tile } from './grid.ts';

/** One rung before the cases that all rungs treat alike. */
export interface Rung {
  readonly name: string;
  readonly summary: string;
  readonly dtypes: readonly GemmCase['dtype'][];
  /** Why this device or case cannot run it at all; null when it can. */
  readonly refuse?: (params: GemmCase, device: DeviceFacts) => Skip | null;
  /** Plans a product of at least one term and one element. */
  readonly plan: (params: GemmCase, device: DeviceFacts) => Plan | Skip;
}

/** Makes a variant of a rung: an empty C needs no pass, an empty sum needs zeros. */
export function variant(rung: Rung): Variant<GemmCase> {
  return {
    name: rung.name,
    summary: rung.summary,
    plan: (params, device) => {
      if (!rung.dtypes.includes(params.dtype))
        return notApplicable(`${rung.name} reads ${rung.dtypes.join(' or ')} only`);
      return rung.refuse?.(params, device) ?? emptyPlan(params) ?? rung.plan(params, device);
    },
  };
}

/** A kernel file whose workgroups each make one tile of C. */
export interface TiledFile {
  readonly file: string;
  readonly tile: Tile;
  readonly constants?: { readonly [name: string]: number | string };
}

/** The plan of a tiled kernel file: one pass, with constants M, N, K, TILE_ROWS, TILE_COLUMNS and GRID_WIDTH. */
export function tiledPlan(params: GemmCase, { file, tile, constants }: TiledFile): Plan {
  const { m, n, k } = params;
  const tiles = tilesOf(params, tile);
  const grid = spread(tiles.rows * tiles.columns);
  const places = { TILE_ROWS: tiles.rows, TILE_COLUMNS: tiles.columns, GRID_WIDTH: grid[0] };
  const source = wgsl(file, { M: m, N: n, K: k, ...places, ...constants });
  return { passes: [multiplyPass(source, grid)], implBytes: tiledBytes(params, tile), longestSum: k };
}

/** Elements that one workgroup of a kernel without tiles makes. */
const untiledSize = 64;

/** The plan of a kernel file with a thread per element. */
export function untiledPlan(params: GemmCase, file: string): Plan {
  const { m, n, k } = params;
  const { input, output } = elementBytes(params);
  return { passes: [untiledPass(params, file)], implBytes: m * n * (2 * k * input + output), longestSum: k };
}

/** One pass of a kernel file with a thread per element and constants M, N, K, SIZE and GRID_WIDTH. */
export function untiledPass({ m, n, k }: GemmCase, file: string): Pass {
  const grid = spread(Math.ceil((m * n) / untiledSize));
  return multiplyPass(wgsl(file, { M: m, N: n, K: k, SIZE: untiledSize, GRID_WIDTH: grid[0] }), grid);
}

/** A pass that reads a and b and writes c. */
export function multiplyPass(source: Wgsl, workgroups: Pass['workgroups']): Pass {
  return { wgsl: source, bindings: ['a', 'b', 'c'], workgroups };
}

function emptyPlan(params: GemmCase): Plan | null {
  const { m, n, k } = params;
  if (m * n === 0) return { passes: [], implBytes: 0, longestSum: 0 };
  if (k > 0) return null;
  const grid = spread(Math.ceil((m * n) / untiledSize));
  const source = wgsl('zero.wgsl', { COUNT: m * n, SIZE: untiledSize, GRID_WIDTH: grid[0] });
  const implBytes = m * n * elementBytes(params).output;
  return { passes: [{ wgsl: source, bindings: ['c'], workgroups: grid }], implBytes, longestSum: 0 };
}
