// The plans of the first two rungs.
import { notApplicable } from '@kernel-ladder/harness';
import type { Plan, Skip } from '@kernel-ladder/harness';
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

/** Why no kernel multiplies doubles; null for other types. */
export function refuseDoubles({ dtype }: GemmCase): Skip | null {
  if (dtype !== 'f64') return null;
  const message = 'WGSL has no f64: double-single multiplies pairs of f32, dtype f32x2';
  return { skip: { code: 'feature:f64', message } };
}

const plainTexts: { readonly [Dtype in GemmCase['dtype']]?: string } = {
  f32: 'naive.wgsl',
  'f16-f32': 'naive-f16.wgsl',
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
  const isWhole = [params.m, params.n, params.k].every((size) => size % side === 0);
  const constants = { TILE: side, WHOLE: String(isWhole) };
  return tiledPlan(params, { file: 'tiled.wgsl', tile: { rows: side, columns: side }, constants });
}
