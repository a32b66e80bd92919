// The plan of the register-tiled rung: one generated kernel a shape.
import { generated, missingFeature, notApplicable } from '@kernel-ladder/harness';
import type { DeviceFacts, Plan, Skip } from '@kernel-ladder/harness';
import { gridOf } from '@kernel-ladder/kernel-kit';
import type { AttentionCase } from '../cases.ts';
import { flashKernel, flashLayout } from '../kernels/flash.wgsl.ts';
import type { FlashTile } from '../kernels/flash.wgsl.ts';
import type { AttentionProblem } from '../kernels/problem.ts';
import { bindingsOf, blockedBytes } from './problem.ts';

/** Tiles from the one that feeds the arithmetic best to the one that fits everywhere. */
export const flashTiles: readonly FlashTile[] = [
  { bq: 64, bk: 64, tm: 4, tn: 8, unroll: 16 },
  { bq: 64, bk: 16, tm: 4, tn: 4, unroll: 8 },
  { bq: 32, bk: 32, tm: 4, tn: 4, unroll: 8 },
  { bq: 16, bk: 16, tm: 4, tn: 4, unroll: 1 },
];

/** The first tile that a device has the workgroup memory and the subgroups for; a software adapter takes the last. */
function flashTileFor({ d }: Pick<AttentionCase, 'd'>, device: DeviceFacts): FlashTile | null {
  const offered = device.limits['maxComputeWorkgroupStorageSize'] ?? 0;
  const fits = (tile: FlashTile) => {
    const { sharedBytes, columnThreads, threads } = flashLayout(tile, d);
    return (
      sharedBytes <= offered && columnThreads <= device.subgroupMinSize && threads >= device.subgroupMaxSize
    );
  };
  return (device.software ? flashTiles.slice(-1) : flashTiles).find(fits) ?? null;
}

/** The case as the generators see it, with the grid of its blocks of `blockQueries` queries. */
export function problemOf(params: AttentionCase, blockQueries: number): AttentionProblem {
  const { b, h, g, q, k, d, mask, output } = params;
  const grid = gridOf(b * h * Math.ceil(q / blockQueries));
  const shape = { batches: b, heads: h, group: g, queries: q, keys: k, dim: d };
  return { ...shape, causal: mask === 'causal', hasLse: output === 'lse', grid };
}

/** Plans one dispatch. */
export function planFlash(params: AttentionCase, device: DeviceFacts): Plan | Skip {
  if (!device.features.has('subgroups')) return missingFeature('subgroups');
  if (params.d % 4 !== 0) return notApplicable('reads heads of whole vec4s only');
  const tile = flashTileFor(params, device);
  if (!tile) return notApplicable('finds no tile for this device’s workgroup memory and subgroups');
  const problem = problemOf(params, tile.bq);
  const text = flashKernel({ ...problem, element: params.dtype }, tile);
  return {
    passes: [
      { wgsl: generated('flash.wgsl.ts', text), bindings: bindingsOf(params), workgroups: problem.grid },
    ],
    implBytes: blockedBytes(params, tile.bq),
    longestSum: Math.max(params.k, params.d),
  };
}
