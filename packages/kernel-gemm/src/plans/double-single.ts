// The plan of the rung that multiplies pairs of f32.
import { wgsl } from '@kernel-ladder/harness';
import type { Plan } from '@kernel-ladder/harness';
import { fillPass, gridOf, tilesOf } from '@kernel-ladder/kernel-kit';
import type { GemmCase } from '../cases.ts';
import { tiledBytes } from './traffic.ts';

const side = 16;
const wordBytes = 4;

/** Plans products of at least one term and one element; a pass before them writes the zero that keeps a compiler from fusing. */
export function planDoubleSingle(params: GemmCase): Plan {
  const { m, n, k, batch, layout } = params;
  const tile = { rows: side, columns: side };
  const tiles = tilesOf(params, tile);
  const grid = gridOf(tiles.rows * tiles.columns, batch);
  const source = wgsl('double-single.wgsl', {
    M: m,
    N: n,
    K: k,
    A_IS_TURNED: String(layout[0] === 't'),
    B_IS_TURNED: String(layout[1] === 't'),
    TILE: side,
    TILE_ROWS: tiles.rows,
    TILE_COLUMNS: tiles.columns,
    GRID_X: grid[0],
  });
  const zero = fillPass({ buffer: 'nothing', element: 'u32', count: 1 });
  const threads = side * side * tiles.rows * tiles.columns * batch;
  return {
    passes: [zero, { wgsl: source, bindings: ['a', 'b', 'c', 'nothing'], workgroups: grid }],
    scratch: { nothing: wordBytes },
    // The zero is written once and read by every thread.
    implBytes: tiledBytes(params, tile) + wordBytes * (1 + threads),
    longestSum: k,
  };
}
