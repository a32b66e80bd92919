// The plan of the tensor-core rung: operands that are not whole tiles are padded before.
import { generated, missingFeature, notApplicable } from '@kernel-ladder/harness';
import type { DeviceFacts, Pass, Plan, Skip } from '@kernel-ladder/harness';
import type { GemmCase } from '../cases.ts';
import { addedInput } from '../kernels/epilogue.ts';
import { tensorKernel, tensorSharedBytes, tensorThreads, tensorTiles } from '../kernels/tensor.wgsl.ts';
import type { TensorKind, TensorProblem, TensorTile } from '../kernels/tensor.wgsl.ts';
import { kinds } from '../kernels/tensor/layout.ts';
import { withEpiloguePass } from './epilogue.ts';
import { padded } from './padding.ts';
import type { Step } from './padding.ts';
import { refuseOver } from './register.ts';
import { addedBytes, roundUp, spread, tiledBytes } from './traffic.ts';

/** Why a device cannot run the tensor rung on a case; null when it can. */
export function refuseTensor(
  params: GemmCase,
  device: DeviceFacts,
  tile: TensorTile = tensorTiles[kindOf(params)],
): Skip | null {
  const kind = kindOf(params);
  const needed = ['chromium-experimental-subgroup-matrix', 'subgroups'];
  if (kind !== 'i8-i32') needed.push('shader-f16');
  const missing = needed.find((feature) => !device.features.has(feature));
  if (missing !== undefined) return missingFeature(missing);
  if (!device.subgroupMatrixConfigs.some((config) => isUsable(config, kind))) return missingConfig(kind);
  if (!canPin(device) && !(device.subgroupMinSize === 32 && device.subgroupMaxSize === 32)) {
    return notApplicable('needs subgroups of 32 lanes, and the device cannot fix their size');
  }
  const { layout } = params;
  return (
    refuseOver(device, 'maxComputeInvocationsPerWorkgroup', tensorThreads(tile)) ??
    refuseOver(device, 'maxComputeWorkgroupStorageSize', tensorSharedBytes(tile, { layout, kind }))
  );
}

/** Plans products of at least one term and one element; the kernel stores what lies inside C. */
export function planTensor(
  params: GemmCase,
  device: DeviceFacts,
  tile: TensorTile = tensorTiles[kindOf(params)],
): Plan | Skip {
  const whole = {
    ...params,
    m: roundUp(params.m, tile.bm),
    n: roundUp(params.n, tile.bn),
    k: roundUp(params.k, tile.bk),
  };
  const a = padded('a', params, whole);
  const b = padded('b', params, whole);
  const scratch = { ...a.scratch, ...b.scratch };
  const largest = Math.max(0, ...Object.values(scratch));
  const text = tensorKernel(problemOf(params, whole, { tile, pins: canPin(device) }), tile);
  const moved = tiledBytes(whole, { rows: tile.bm, columns: tile.bn }) + addedBytes(params);
  return (
    refuseOver(device, 'maxStorageBufferBindingSize', largest) ?? {
      passes: [...a.passes, ...b.passes, multiplication(params, text, { whole, tile, steps: [a, b] })],
      scratch,
      implBytes: a.bytes + b.bytes + moved,
      longestSum: params.k,
    }
  );
}

/** Plans the bare products and their epilogue in a pass of its own. */
export function planTensorUnfused(params: GemmCase, device: DeviceFacts): Plan | Skip {
  const plan = planTensor({ ...params, epilogue: 'none' }, device);
  return 'skip' in plan ? plan : withEpiloguePass(params, plan);
}

interface How {
  readonly tile: TensorTile;
  readonly pins: boolean;
}

function problemOf(params: GemmCase, whole: GemmCase, { tile, pins }: How): TensorProblem {
  const { m, n, k, layout, batch, epilogue } = whole;
  return {
    m,
    n,
    k,
    kind: kindOf(params),
    layout,
    batch,
    epilogue,
    rows: params.m,
    columns: params.n,
    grid: spread((m / tile.bm) * (n / tile.bn), batch),
    pinsSubgroupSize: pins,
  };
}

interface Parts {
  readonly whole: GemmCase;
  readonly tile: TensorTile;
  readonly steps: readonly Step[];
}

function multiplication({ epilogue, batch }: GemmCase, text: string, { whole, tile, steps }: Parts): Pass {
  const added = addedInput(epilogue);
  return {
    wgsl: generated('tensor.wgsl.ts', text),
    bindings: [...steps.map(({ name }) => name), 'c', ...(added === null ? [] : [added])],
    workgroups: spread((whole.m / tile.bm) * (whole.n / tile.bn), batch),
  };
}

function kindOf({ dtype }: GemmCase): TensorKind {
  if (dtype === 'f32') throw new Error('the matrix unit does not read f32');
  return dtype;
}

function isUsable(config: DeviceFacts['subgroupMatrixConfigs'][number], kind: TensorKind): boolean {
  const { input, sum, deep } = kinds[kind];
  const { componentType, resultComponentType, M, N, K } = config;
  return componentType === input && resultComponentType === sum && M === 16 && N === 16 && K === deep;
}

function missingConfig(kind: TensorKind): Skip {
  const { input, sum, deep } = kinds[kind];
  const message = `the device multiplies no subgroup matrices of ${input} with ${sum} sums, 16 x 16 x ${deep}`;
  return { skip: { code: 'feature:subgroup-matrix-config', message } };
}

function canPin(device: DeviceFacts): boolean {
  const isInRange = device.subgroupMinSize <= 32 && device.subgroupMaxSize >= 32;
  return device.features.has('subgroup-size-control') && isInRange;
}
