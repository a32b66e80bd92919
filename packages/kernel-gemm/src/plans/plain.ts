// The plans of the first two rungs.
import { notApplicable } from '@kernel-ladder/harness';
import type { Constants, Plan, Skip } from '@kernel-ladder/harness';
import type { GemmCase } from '../cases.ts';
import { generalPass, tiledPlan, untiledBytes, untiledPlan } from './passes.ts';

/** Largest product, in multiply-adds, for a kernel without any reuse: a longer dispatch can trip a driver's watchdog. */
const longest = 2 ** 37;

/** Why a product is too long for the naive kernel; null when it is not. */
export function refuseLong({ m, n, k, batch }: GemmCase): Skip | null {
  if (batch * m * n * k <= longest) return null;
  return notApplicable(
    `over 2^37 multiply-adds in one dispatch can take longer than a driver's watchdog allows`,
  );
}

const absent: { readonly [Dtype in GemmCase['dtype']]?: string } = {
  f64: 'double-single multiplies pairs of f32, dtype f32x2',
  tf32: 'a product of f32 is one of 24 bits, and no matrix unit is offered f32',
};

/** Why no kernel multiplies a type that WGSL has not; null for other types. */
export function refuseAbsent({ dtype }: GemmCase): Skip | null {
  const instead = absent[dtype];
  if (instead === undefined) return null;
  return { skip: { code: `feature:${dtype}`, message: `WGSL has no ${dtype}: ${instead}` } };
}

/** Why the plain kernel leaves a product of bf16 to others; null when it does not. */
export function refusePacked({ dtype, batch, layout, epilogue }: GemmCase): Skip | null {
  if (dtype !== 'bf16-f32' || (batch === 1 && layout === 'nn' && epilogue === 'none')) return null;
  return notApplicable('naive makes one row-major product of bf16 without an epilogue');
}

const plainTexts: { readonly [Dtype in GemmCase['dtype']]?: string } = {
  f32: 'naive.wgsl',
  'f16-f32': 'naive-f16.wgsl',
  'bf16-f32': 'naive-bf16.wgsl',
};

/** Plans the naive kernel: plain products with f32 sums have the plainest texts, all others share a general one. */
export function planNaive(params: GemmCase): Plan {
  const { dtype, batch, layout, epilogue } = params;
  const text = plainTexts[dtype];
  if (text !== undefined && batch === 1 && layout === 'nn' && epilogue === 'none')
    return untiledPlan(params, text);
  return { passes: [generalPass(params)], implBytes: untiledBytes(params), longestSum: params.k };
}

const side = 16;

/** Plans the tiled kernel; whole tiles need no guards. */
export function planTiled(params: GemmCase): Plan {
  return planSquares(params, 'tiled.wgsl');
}

/** Plans the tiled kernel whose next tiles wait in registers. */
export function planStaged(params: GemmCase): Plan {
  return planSquares(params, 'staged.wgsl');
}

const usualStages = 2;

/** Plans the tiled kernel with a ring of tiles: of as many stages as the case asks for, else two. */
export function planPipelined(params: GemmCase): Plan {
  return planSquares(params, 'pipelined.wgsl', { STAGES: params.stages ?? usualStages });
}

function planSquares(params: GemmCase, file: string, more: Constants = {}): Plan {
  const isWhole = [params.m, params.n, params.k].every((size) => size % side === 0);
  const constants = { TILE: side, WHOLE: String(isWhole), ...more };
  return tiledPlan(params, { file, tile: { rows: side, columns: side }, constants });
}
