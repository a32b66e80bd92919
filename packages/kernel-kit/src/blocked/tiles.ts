// Which tile of the register kernel suits which product.
import { multiprocessorsOf } from '@kernel-ladder/harness';
import type { DeviceFacts } from '@kernel-ladder/harness';
import type { RegisterTile } from './layout.ts';

/** The tile for large products. */
export const registerTile: RegisterTile = {
  bm: 256,
  bn: 128,
  bk: 8,
  tm: 16,
  tn: 8,
  unroll: 8,
  prefetch: true,
  band: 8,
};

/** Rows and columns of one workgroup's part of C. */
export interface Tile {
  readonly rows: number;
  readonly columns: number;
}

/** How many tiles cover C, each way. */
export function tilesOf({ m, n }: { readonly m: number; readonly n: number }, tile: Tile): Tile {
  return { rows: Math.ceil(m / tile.rows), columns: Math.ceil(n / tile.columns) };
}

/** A tile and how fast it multiplies, against the largest one, on a device that it keeps busy. */
export interface RatedTile {
  readonly tile: RegisterTile;
  readonly rate: number;
}

/**
 * The tiles of the ladder. A large one reads each operand less often and feeds more sums from each read of workgroup
 * memory; a small one wastes less where M or N is small, and makes more workgroups of a small product. `flat` is for
 * a row vector or few rows, where all but 4 rows of another tile would be wasted.
 */
export const registerTiles = {
  large: { tile: registerTile, rate: 1 },
  medium: { tile: { ...registerTile, bm: 128, bn: 64, bk: 16, tm: 8, tn: 8, unroll: 16 }, rate: 0.85 },
  small: { tile: { ...registerTile, bm: 64, bn: 64, bk: 16, tm: 8, tn: 4, unroll: 16 }, rate: 0.7 },
  tiny: { tile: { ...registerTile, bm: 32, bn: 32, bk: 16, tm: 4, tn: 4, unroll: 16 }, rate: 0.5 },
  flat: { tile: { ...registerTile, bm: 4, bn: 256, bk: 16, tm: 4, tn: 4, unroll: 16 }, rate: 0.3 },
} as const satisfies { readonly [name: string]: RatedTile };

// A software adapter takes seconds to compile the tiles of the ladder: there the same generator writes a short text,
// and little workgroup memory, which costs such an adapter compile time to clear.
const softwareTile: RegisterTile = {
  bm: 32,
  bn: 32,
  bk: 4,
  tm: 4,
  tn: 4,
  unroll: 1,
  prefetch: false,
  band: 8,
};

/** What a choice of tiles asks of a device. */
export type TiledDevice = Pick<DeviceFacts, 'name' | 'software'>;

/**
 * The tile that a device runs: the one that is done first by a simple model, in which a workgroup takes the time of
 * its whole tile and each multiprocessor of the device runs one at a time. `parts` is how often K is split.
 */
export function registerTileFor(
  device: TiledDevice,
  product: { readonly m: number; readonly n: number; readonly batch: number },
  parts = 1,
  tiles: readonly RatedTile[] = Object.values(registerTiles),
): RegisterTile {
  if (device.software) return softwareTile;
  const multiprocessors = multiprocessorsOf(device);
  const costs = tiles.map(({ tile, rate }) => {
    const { rows, columns } = tilesOf(product, { rows: tile.bm, columns: tile.bn });
    const waves = Math.max(1, (product.batch * parts * rows * columns) / multiprocessors);
    return { tile, cost: (waves * tile.bm * tile.bn) / rate };
  });
  return costs.reduce((best, next) => (next.cost < best.cost ? next : best)).tile;
}
