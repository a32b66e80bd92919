// The plan of the surface of occupancy and instruction-level parallelism: the register kernel with a tile for every point of it.
import { notApplicable } from '@kernel-ladder/harness';
import type { DeviceFacts, Plan, Skip } from '@kernel-ladder/harness';
import { refuseOver, registerSharedBytes, registerTile } from '@kernel-ladder/kernel-kit';
import type { RegisterTile } from '@kernel-ladder/kernel-kit';
import type { GemmCase } from '../cases.ts';
import { refuseTile, registerPass } from './register.ts';
import { tiledBytes } from './traffic.ts';

// Rows and columns of sums that a thread keeps, and of threads in a workgroup.
const sums: { readonly [ilp: number]: readonly [tm: number, tn: number] } = {
  16: [4, 4],
  32: [8, 4],
  64: [8, 8],
  128: [16, 8],
};
const threads: { readonly [workgroup: number]: readonly [rows: number, columns: number] } = {
  64: [8, 8],
  128: [8, 16],
  256: [16, 16],
  512: [16, 32],
};

/** Plans a plain product by tiles of so many threads with so many sums each. */
export function planOccupancy(params: GemmCase, device: DeviceFacts): Plan | Skip {
  const tile = tileOf(params, device);
  if (!tile) return notApplicable('no tile has so many threads and sums');
  const used = registerSharedBytes(tile, params.layout, 'f32');
  const held = 1024 * (params.held ?? 0);
  if (held > 0 && held < used)
    return notApplicable(`the slices take ${used} bytes, more than held=${params.held} KiB`);
  const refused =
    refuseTile(params, device, tile) ?? refuseOver(device, 'maxComputeWorkgroupStorageSize', held);
  if (refused) return refused;
  const idleFours = Math.max(0, Math.floor((held - used) / 16));
  return {
    passes: [registerPass(params, tile, 1, idleFours > 0 ? { idleFours } : {})],
    implBytes: tiledBytes(params, { rows: tile.bm, columns: tile.bn }),
    longestSum: params.k,
  };
}

// The depth is the same everywhere; a software adapter takes seconds to compile what is unrolled.
function tileOf({ workgroup = 0, ilp = 0 }: GemmCase, device: DeviceFacts): RegisterTile | null {
  const [sum, thread] = [sums[ilp], threads[workgroup]];
  if (!sum || !thread) return null;
  const [[tm, tn], [rows, columns]] = [sum, thread];
  const whole = { ...registerTile, bm: tm * rows, bn: tn * columns, tm, tn };
  return device.software ? { ...whole, bk: 4, unroll: 1, prefetch: false } : whole;
}
