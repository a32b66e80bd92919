// The plan of the register-blocked rung: one generated kernel per shape.
import { generated, overLimit } from '@kernel-ladder/harness';
import type { DeviceFacts, Plan, Skip } from '@kernel-ladder/harness';
import type { GemmCase } from './cases.ts';
import { spread, tiledBytes, tilesOf } from './grid.ts';
import { registerKernel, registerThreads, registerTile } from './kernels/register.wgsl.ts';
import type { RegisterTile } from './kernels/register.wgsl.ts';
import { multiplyPass } from './variant.ts';

// A software adapter takes seconds to compile the tile of the ladder: there the same generator writes a short text.
const softwareTile: RegisterTile = {
  bm: 32,
  bn: 32,
  bk: 4,
  tm: 4,
  tn: 4,
  unroll: 4,
  prefetch: false,
  band: 8,
};

/** The tile that a device runs. */
export function registerTileFor(device: DeviceFacts): RegisterTile {
  return device.software ? softwareTile : registerTile;
}

/** Plans one product of at least one term and one element. */
export function planRegister(
  params: GemmCase,
  device: DeviceFacts,
  tile = registerTileFor(device),
): Plan | Skip {
  const limit = 'maxComputeInvocationsPerWorkgroup';
  const threads = registerThreads(tile);
  const offered = device.limits[limit] ?? 0;
  if (threads > offered) return overLimit(limit, threads, offered);
  const part = { rows: tile.bm, columns: tile.bn };
  const tiles = tilesOf(params, part);
  const grid = spread(tiles.rows * tiles.columns);
  const input = params.dtype === 'f32' ? 'f32' : 'f16';
  const text = registerKernel({ m: params.m, n: params.n, k: params.k, input, grid }, tile);
  const pass = multiplyPass(generated('register.wgsl.ts', text), grid);
  return { passes: [pass], implBytes: tiledBytes(params, part), longestSum: params.k };
}
