// Launches of the transposes: tiles of the matrix over workgroups of 256 threads.
import { notApplicable, wgsl } from '@kernel-ladder/harness';
import { gridOf, nothing } from '@kernel-ladder/kernel-kit';
import type { Constants, PlanCase } from '@kernel-ladder/harness';
import type { TransposeCase } from '../cases/kinds.ts';

interface Tiling {
  readonly file: string;
  /** Columns and rows of x that a workgroup takes. */
  readonly tile: readonly [columns: number, rows: number];
  readonly constants?: Constants;
}

/** Words one by one, in tiles of any matrix. */
export function wordTiles({ file, tile, constants }: Tiling): PlanCase<TransposeCase> {
  return ({ rows, columns }) => {
    if (rows * columns === 0) return nothing;
    const across = Math.ceil(columns / tile[0]);
    const workgroups = gridOf(across * Math.ceil(rows / tile[1]));
    const shape = { ROWS: rows, COLUMNS: columns, TILES_X: across, GRID_X: workgroups[0] };
    return {
      passes: [{ wgsl: wgsl(file, { ...shape, ...constants }), bindings: ['x', 'y'], workgroups }],
      implBytes: 8 * rows * columns,
      longestSum: 1,
    };
  };
}

const quadTile = 64;

/** Four words at a time, in tiles of a matrix both of whose sides are whole vec4s; `band` is the height in which tiles are taken. */
export function quadTiles(file: string, band?: number): PlanCase<TransposeCase> {
  return ({ rows, columns }) => {
    if (rows % 4 > 0 || columns % 4 > 0) return notApplicable('rows of x or of y are no whole vec4s');
    if (rows * columns === 0) return nothing;
    const [across, down] = [Math.ceil(columns / quadTile), Math.ceil(rows / quadTile)];
    const workgroups = gridOf(across * down);
    const shape = { ROW_QUADS: columns / 4, COLUMN_QUADS: rows / 4, TILES_X: across, GRID_X: workgroups[0] };
    const order = band === undefined ? {} : { TILES_Y: down, BAND: Math.min(band, down) };
    return {
      passes: [{ wgsl: wgsl(file, { ...shape, ...order }), bindings: ['x', 'y'], workgroups }],
      implBytes: 8 * rows * columns,
      longestSum: 1,
    };
  };
}
