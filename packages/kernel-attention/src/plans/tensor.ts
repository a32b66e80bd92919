// The plan of the tensor-core rung.
import { generated, missingFeature, notApplicable, overLimit } from '@kernel-ladder/harness';
import type { DeviceFacts, Plan, Skip } from '@kernel-ladder/harness';
import type { AttentionCase } from '../cases.ts';
import { tensorKernel, tensorLayout } from '../kernels/tensor.wgsl.ts';
import type { TensorTile } from '../kernels/tensor.wgsl.ts';
import { problemOf } from './flash.ts';
import { all } from './plain.ts';
import { blockedBytes } from './problem.ts';

/**
 * The tile for heads of `d` elements. Steps are so short that several workgroups fit on a multiprocessor, which is
 * worth more than longer steps; long heads make so much of a step that a second fragment of keys pays.
 */
export function tensorTileFor({ d }: Pick<AttentionCase, 'd'>): TensorTile {
  return { subgroups: 8, bk: d > 64 && d <= 128 ? 32 : 16, padding: 8 };
}

/** Why a device or a case cannot run the tensor-core rung; null when it can. */
export function refuseTensor(params: AttentionCase, device: DeviceFacts): Skip | null {
  if (params.dtype !== 'f16') return notApplicable('multiplies f16 only');
  if (params.d % 16 !== 0) return notApplicable('reads heads of whole fragments of 16 elements only');
  const needed = ['chromium-experimental-subgroup-matrix', 'shader-f16', 'subgroups'];
  const missing = needed.find((feature) => !device.features.has(feature));
  if (missing !== undefined) return missingFeature(missing);
  if (!device.subgroupMatrixConfigs.some(isUsable)) return missingFeature('subgroup-matrix-config');
  if (!canPin(device) && !(device.subgroupMinSize === 32 && device.subgroupMaxSize === 32)) {
    return notApplicable('needs subgroups of 32 lanes, and the device cannot fix their size');
  }
  const limit = 'maxComputeWorkgroupStorageSize';
  const { sharedBytes } = tensorLayout(tensorTileFor(params), params.d);
  const offered = device.limits[limit] ?? 0;
  return sharedBytes > offered ? overLimit(limit, sharedBytes, offered) : null;
}

/** Plans one dispatch. */
export function planTensor(params: AttentionCase, device: DeviceFacts, tile = tensorTileFor(params)): Plan {
  const { bq } = tensorLayout(tile, params.d);
  const problem = problemOf(params, bq);
  const text = tensorKernel({ ...problem, pinsSubgroupSize: canPin(device) }, tile);
  return {
    passes: [{ wgsl: generated('tensor.wgsl.ts', text), bindings: all, workgroups: problem.grid }],
    implBytes: blockedBytes(params, bq),
    longestSum: Math.max(params.k, params.d),
  };
}

function isUsable(config: DeviceFacts['subgroupMatrixConfigs'][number]): boolean {
  const { componentType, resultComponentType, M, N, K } = config;
  return componentType === 'f16' && resultComponentType === 'f32' && M === 16 && N === 16 && K === 16;
}

function canPin(device: DeviceFacts): boolean {
  const isInRange = device.subgroupMinSize <= 32 && device.subgroupMaxSize >= 32;
  return device.features.has('subgroup-size-control') && isInRange;
}
