// The plan of the register-blocked rung: one generated kernel per shape, its batch along z, its epilogue fused.
import { generated } from '@kernel-ladder/harness';
import type { DeviceFacts, Pass, Plan, Skip } from '@kernel-ladder/harness';
import {
  gridOf,
  isShareable,
  refuseOver,
  registerSharedBytes,
  registerThreads,
  registerTileFor,
  tilesOf,
  remembering,
} from '@kernel-ladder/kernel-kit';
import type { RegisterTile, StorageType } from '@kernel-ladder/kernel-kit';
import type { GemmCase } from '../cases.ts';
import { addedInput } from '../kernels/epilogue.ts';
import { registerKernel } from '../kernels/register.wgsl.ts';
import type { RegisterProblem } from '../kernels/register.wgsl.ts';
import { withOperatorPasses } from './epilogue.ts';
import { finishBytes, outputBytes, tiledBytes } from './traffic.ts';

const registerText = remembering(registerKernel);

/** Plans products of at least one term and one element: one dispatch, whatever the batch and the epilogue. */
export function planRegister(
  params: GemmCase,
  device: DeviceFacts,
  tile = registerTileFor(device, params),
): Plan | Skip {
  const formed = { ...formFor(params, device, tile), ...tile };
  return (
    refuseTile(params, device, tile) ?? {
      passes: [registerPass(params, formed)],
      implBytes:
        tiledBytes(params, { rows: tile.bm, columns: tile.bn }) +
        reloadedBytes(params, tile) +
        finishBytes(params),
      longestSum: params.k,
    }
  );
}

/**
 * How the sums are multiplied. Measured on an H200: one by one is 10 % faster where an epilogue follows, 2 % with two stages of row-major
 * operands; vec4s are 1 % faster in bare products of one stage at 4096³, and as fast as that in other layouts.
 */
function sumsFor(
  { epilogue, layout, dtype }: GemmCase,
  { software }: DeviceFacts,
  { stages }: RegisterTile,
): 'fours' | 'singles' {
  if (software || dtype === 'f16') return 'fours';
  return epilogue !== 'none' || (stages === 2 && layout === 'nn') ? 'singles' : 'fours';
}

/** How a tile that says nothing of it is written out: how its sums are multiplied, and which threads bring which slice. */
export function formFor(
  params: GemmCase,
  device: DeviceFacts,
  tile: RegisterTile,
): Pick<RegisterTile, 'sums' | 'shares'> {
  return {
    sums: sumsFor(params, device, tile),
    shares: bringsBoth(params, device, tile) ? 'both' : 'halves',
  };
}

/**
 * Whether every thread brings of both operands. Measured on an H200 in row-major f32 products of two stages, 128 x 128 at 4096³: 5 % faster than where
 * half of the threads bring A, and nothing need be left for behind the barrier. Of slices 16 deep the stores would meet half of the banks.
 */
export function bringsBoth({ layout }: GemmCase, { software }: DeviceFacts, tile: RegisterTile): boolean {
  return !software && tile.stages === 2 && tile.bk === 8 && layout === 'nn' && isShareable(tile, layout);
}

/** Two stages load the last slice of K twice more: it takes the place of the slices behind it. */
export function reloadedBytes(params: GemmCase, { bm, bn, bk, stages }: RegisterTile): number {
  if (stages !== 2) return 0;
  const steps = 2 * Math.ceil(params.k / bk / 2);
  const inside = Math.max(0, params.k - (steps - 1) * bk);
  return 2 * (tiledBytes({ ...params, k: inside }, { rows: bm, columns: bn }) - outputBytes(params));
}

/** Plans the bare products, then what is added and what bends the sums in a pass each. */
export function planUnfused(params: GemmCase, device: DeviceFacts): Plan | Skip {
  const plan = planRegister({ ...params, epilogue: 'none' }, device);
  return 'skip' in plan ? plan : withOperatorPasses(params, plan);
}

const inputs: { readonly [Dtype in GemmCase['dtype']]?: StorageType } = { f32: 'f32', 'bf16-f32': 'bf16' };

/** How A and B are stored. */
export function inputOf({ dtype }: GemmCase): StorageType {
  return inputs[dtype] ?? 'f16';
}

/** What else is written into a kernel. */
export type RegisterChoice = Pick<RegisterProblem, 'isPersistent' | 'idleFours' | 'whole'>;

/** The dispatch of the register kernel; `parts` is how often K is split along z. */
export function registerPass(
  params: GemmCase,
  tile: RegisterTile,
  parts = 1,
  choice: RegisterChoice = {},
): Pass {
  const { m, n, k, layout, epilogue, batch } = params;
  const tiles = tilesOf(params, { rows: tile.bm, columns: tile.bn });
  const grid = gridOf(tiles.rows * tiles.columns, batch * parts);
  const text = registerText(
    {
      m,
      n,
      k,
      input: inputOf(params),
      sum: sumOf(params),
      layout,
      epilogue,
      batch,
      parts,
      grid,
      ...choice,
    },
    tile,
  );
  const added = addedInput(epilogue);
  return {
    wgsl: generated('register.wgsl.ts', text),
    bindings: ['a', 'b', 'c', ...(added === null ? [] : [added])],
    workgroups: grid,
  };
}

/** Why a device cannot run a tile; null when it can. */
export function refuseTile(params: GemmCase, device: DeviceFacts, tile: RegisterTile): Skip | null {
  return (
    refuseOver(device, 'maxComputeInvocationsPerWorkgroup', registerThreads(tile)) ??
    refuseOver(
      device,
      'maxComputeWorkgroupStorageSize',
      registerSharedBytes(tile, params.layout, sumOf(params)),
    )
  );
}

function sumOf({ dtype }: GemmCase): 'f32' | 'f16' {
  return dtype === 'f16' ? 'f16' : 'f32';
}
