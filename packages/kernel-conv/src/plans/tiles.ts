// Tiles of the register-blocked product for filters and windows.
import {
  refuseOver,
  registerSharedBytes,
  registerThreads,
  registerTile,
  registerTileFor,
  registerTiles,
} from '@kernel-ladder/kernel-kit';
import type { RatedTile, RegisterTile } from '@kernel-ladder/kernel-kit';
import type { DeviceFacts, Skip } from '@kernel-ladder/harness';

// Filters are few and windows many: beside the tiles of square products one that lies across.
const across: RatedTile = {
  tile: { ...registerTile, bm: 64, bn: 128, bk: 16, tm: 8, tn: 8, unroll: 16 },
  rate: 0.85,
};

/** The tiles to choose from, by name. */
export const productTiles: { readonly [name: string]: RatedTile } = { ...registerTiles, across };

/** The tile that a device runs; or why it cannot. */
export function tileFor(
  device: DeviceFacts,
  product: { readonly m: number; readonly n: number; readonly batch: number },
): RegisterTile | Skip {
  const tile = registerTileFor(device, product, 1, Object.values(productTiles));
  return (
    refuseOver(device, 'maxComputeInvocationsPerWorkgroup', registerThreads(tile)) ??
    refuseOver(device, 'maxComputeWorkgroupStorageSize', registerSharedBytes(tile, 'nn', 'f32')) ??
    tile
  );
}
