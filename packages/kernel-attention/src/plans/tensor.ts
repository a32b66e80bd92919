// The plan of the tensor-core rung.
import { generated, notApplicable } from '@kernel-ladder/harness';
import type { DeviceFacts, Plan, Skip } from '@kernel-ladder/harness';
import { canPinLanes, refuseMatrices, refuseOver, remembering } from '@kernel-ladder/kernel-kit';
import type { AttentionCase } from '../cases.ts';
import { tensorKernel, tensorLayout } from '../kernels/tensor.wgsl.ts';
import type { TensorTile } from '../kernels/tensor.wgsl.ts';
import { problemOf } from './flash.ts';
import { bindingsOf, blockedBytes } from './problem.ts';

const tensorText = remembering(tensorKernel);

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
  const { sharedBytes } = tensorLayout(tensorTileFor(params), params.d);
  return (
    refuseMatrices(device, { input: 'f16', sum: 'f32', deep: 16 }) ??
    refuseOver(device, 'maxComputeWorkgroupStorageSize', sharedBytes)
  );
}

/** Plans one dispatch. */
export function planTensor(params: AttentionCase, device: DeviceFacts): Plan {
  const tile = tensorTileFor(params);
  const { bq } = tensorLayout(tile, params.d);
  const problem = problemOf(params, bq);
  const text = tensorText({ ...problem, pinsSubgroupSize: canPinLanes(device) }, tile);
  return {
    passes: [
      { wgsl: generated('tensor.wgsl.ts', text), bindings: bindingsOf(params), workgroups: problem.grid },
    ],
    implBytes: blockedBytes(params, bq),
    longestSum: Math.max(params.k, params.d),
  };
}
