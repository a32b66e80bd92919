// The plan of the tensor-core rung: whole tiles run in one pass, other shapes are padded before and cropped after.
import { generated, missingFeature, notApplicable, overLimit, wgsl } from '@kernel-ladder/harness';
import type { DeviceFacts, Pass, Plan, Skip } from '@kernel-ladder/harness';
import type { GemmCase } from './cases.ts';
import { roundUp, spread, tiledBytes } from './grid.ts';
import { tensorKernel, tensorSharedBytes, tensorThreads, tensorTile } from './kernels/tensor.wgsl.ts';
import type { TensorTile } from './kernels/tensor.wgsl.ts';

/** Why a device cannot run the tensor rung; null when it can. */
export function refuseTensor(device: DeviceFacts, tile: TensorTile = tensorTile): Skip | null {
  const needed = ['chromium-experimental-subgroup-matrix', 'shader-f16', 'subgroups'];
  const missing = needed.find((feature) => !device.features.has(feature));
  if (missing !== undefined) return missingFeature(missing);
  if (!device.subgroupMatrixConfigs.some(isUsable)) return missingFeature('subgroup-matrix-config');
  if (!canPin(device) && !(device.subgroupMinSize === 32 && device.subgroupMaxSize === 32)) {
    return notApplicable('needs subgroups of 32 lanes, and the device cannot fix their size');
  }
  return (
    refuseOver(device, 'maxComputeInvocationsPerWorkgroup', tensorThreads(tile)) ??
    refuseOver(device, 'maxComputeWorkgroupStorageSize', tensorSharedBytes(tile))
  );
}

/** Plans one product of at least one term and one element. */
export function planTensor(
  params: GemmCase,
  device: DeviceFacts,
  tile: TensorTile = tensorTile,
): Plan | Skip {
  const whole = {
    ...params,
    m: roundUp(params.m, tile.bm),
    n: roundUp(params.n, tile.bn),
    k: roundUp(params.k, tile.bk),
  };
  const a = padded('a', { rows: params.m, columns: params.k }, { rows: whole.m, columns: whole.k });
  const b = padded('b', { rows: params.k, columns: params.n }, { rows: whole.k, columns: whole.n });
  const c = cropped(params, whole);
  const grid = spread((whole.m / tile.bm) * (whole.n / tile.bn));
  const text = tensorKernel({ ...whole, grid, pinsSubgroupSize: canPin(device) }, tile);
  const bindings = [a.name, b.name, c.name];
  const scratch = { ...a.scratch, ...b.scratch, ...c.scratch };
  const largest = Math.max(0, ...Object.values(scratch));
  const moved = tiledBytes(whole, { rows: tile.bm, columns: tile.bn });
  return (
    refuseOver(device, 'maxStorageBufferBindingSize', largest) ?? {
      passes: [
        ...a.passes,
        ...b.passes,
        { wgsl: generated('tensor.wgsl.ts', text), bindings, workgroups: grid },
        ...c.passes,
      ],
      scratch,
      implBytes: a.bytes + b.bytes + moved + c.bytes,
      longestSum: params.k,
    }
  );
}

interface Extent {
  readonly rows: number;
  readonly columns: number;
}

/** Under which name the kernel finds a matrix of whole tiles, and what that takes. */
interface Step {
  readonly name: string;
  readonly passes: readonly Pass[];
  readonly scratch: { readonly [name: string]: number };
  readonly bytes: number;
}

const copySize = 256;

function padded(name: 'a' | 'b', from: Extent, to: Extent): Step {
  if (from.rows === to.rows && from.columns === to.columns)
    return { name, passes: [], scratch: {}, bytes: 0 };
  const target = `${name}Padded`;
  const grid = spread(Math.ceil((to.rows * to.columns) / 2 / copySize));
  const source = wgsl('pad-f16.wgsl', {
    ROWS: from.rows,
    COLUMNS: from.columns,
    PADDED_ROWS: to.rows,
    PADDED_COLUMNS: to.columns,
    SIZE: copySize,
    GRID_WIDTH: grid[0],
  });
  const written = 2 * to.rows * to.columns;
  const passes = [{ wgsl: source, bindings: [name, target], workgroups: grid }];
  return {
    name: target,
    passes,
    scratch: { [target]: written },
    bytes: 2 * from.rows * from.columns + written,
  };
}

function cropped(from: GemmCase, whole: GemmCase): Step {
  if (from.m === whole.m && from.n === whole.n) return { name: 'c', passes: [], scratch: {}, bytes: 0 };
  const name = 'cPadded';
  const grid = spread(Math.ceil((from.m * from.n) / copySize));
  const source = wgsl('crop.wgsl', {
    M: from.m,
    N: from.n,
    PADDED_COLUMNS: whole.n,
    SIZE: copySize,
    GRID_WIDTH: grid[0],
  });
  const passes = [{ wgsl: source, bindings: [name, 'c'], workgroups: grid }];
  return { name, passes, scratch: { [name]: 4 * whole.m * whole.n }, bytes: 8 * from.m * from.n };
}

function isUsable(config: DeviceFacts['subgroupMatrixConfigs'][number]): boolean {
  const { componentType, resultComponentType, M, N, K } = config;
  return componentType === 'f16' && resultComponentType === 'f32' && M === 16 && N === 16 && K === 16;
}

function canPin(device: DeviceFacts): boolean {
  const isInRange = device.subgroupMinSize <= 32 && device.subgroupMaxSize >= 32;
  return device.features.has('subgroup-size-control') && isInRange;
}

function refuseOver(device: DeviceFacts, limit: string, needed: number): Skip | null {
  const offered = device.limits[limit] ?? 0;
  return needed > offered ? overLimit(limit, needed, offered) : null;
}
