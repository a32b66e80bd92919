// How far an element of C may lie from the f64 product, and why.
import { unitRoundoff } from '@kernel-ladder/harness';
import type { GemmCase } from '../cases.ts';
import { isPaired } from '../dtypes.ts';
import { specOf } from '../kernels/epilogue.ts';
import { bent, geluExponent } from './bend.ts';

/** The bound of one element, in words and symbols. */
export const tolerance =
  '|sum − ref| ≤ 4·√K·2⁻²⁴·(|A|·|B|)_ij, 2·√K from K > 4096, with 2⁻⁴⁸ for pairs of f32; f16 storage adds 2⁻²⁵; f16 sums: ' +
  '8·2⁻¹¹·(|A|·|B|)_ij + 2⁻¹⁴; integers, ones, zeros, identity and i8: exact. An epilogue scales that, adds two roundings of ' +
  'its result, and GELU 1.13 times as much and (8 + (8 + 6|z|)·q)·2⁻²³ relative, z its exponent and q = e^z/(1 + e^z). ' +
  'Above 2²⁷ multiply-adds: samples by the same bound, and rows by Freivalds within 8·√K·2⁻²⁴·√(Σ_k A_ik²·‖B_k‖²), 2⁻⁴⁸ for pairs, with the ' +
  'larger of 8 and √K for f16 and 2⁻¹¹ for f16 sums; an epilogue adds 16 roundings of ‖C_i‖, GELU 96·2⁻²³·(‖C_i‖ + √N)';

/** One element before its epilogue. */
export interface Element {
  readonly sum: number;
  /** Its share of |A|·|B|. */
  readonly magnitude: number;
  /** The bias or the residual that its epilogue adds, 0 where there is none. */
  readonly added: number;
}

/**
 * What a sum's error may be, over its (|A|·|B|). Zero-mean data: errors add like a random walk, hence √K. A kernel
 * that rounds its inputs to 11 bits exceeds it, by less as K grows, hence the smaller factor for large K. Where sums
 * are f16, each rounding errs by 2⁻¹¹ of a partial sum, which itself has walked √K far: K in all, as |A|·|B| has.
 * Such errors spread wide, since a sum that walks far also errs more: of sums rounded after every term one in 10⁵ is
 * beyond 4·2⁻¹¹·(|A|·|B|), one in 10¹⁰ beyond twice that.
 */
export function errorUnit(params: GemmCase): number {
  if (isExact(params)) return 0;
  if (params.dtype === 'f16') return 8 * unitRoundoff.f16;
  return (params.k > 4096 ? 2 : 4) * Math.sqrt(params.k) * roundoff(params);
}

/**
 * What a row's errors may add up to under random signs, over √(Σ_k A_ik²·‖B_k‖²), which is what its terms come to.
 * Rounded to nearest one term after another, a sum of K terms of that size errs by 0.41·√K units, and eight
 * deviations of a sum of such errors are 3.3. A matrix unit may cut its sums off towards zero, which drifts by
 * another √K, at a rate that falls with the terms of a step: 0.76 for four of them, eight deviations likewise.
 */
export function rowUnit(params: GemmCase): number {
  if (isExact(params)) return 0;
  const walk = Math.sqrt(params.k);
  const isToNearest = params.dtype !== 'f16' && params.dtype !== 'f16-f32';
  const factor = isToNearest ? 8 : Math.max(8, walk);
  return factor * walk * roundoff(params);
}

/** The share of a result, and of one beside it behind GELU, that its epilogue may add to its error. */
export function epilogueUnit(params: GemmCase): number {
  const rounding = isRounded(params) ? 2 * roundoff(params) : 0;
  if (specOf(params.epilogue).bend !== 'gelu') return rounding;
  return 1.13 * rounding + 12 * 2 ** -23 + (params.dtype === 'f16' ? 2 * unitRoundoff.f16 : 0);
}

/** The result that is due. */
export function expectedOf({ epilogue }: GemmCase, { sum, added }: Element): number {
  const spec = specOf(epilogue);
  return bent(spec.bend, spec.scale * sum + added);
}

/** Largest error of the result that is allowed. */
export function boundOf(params: GemmCase, element: Element): number {
  const { scale, bend: kind } = specOf(params.epilogue);
  const whole = scale * element.sum + element.added;
  const rounding = isRounded(params) ? 2 * roundoff(params) * Math.abs(whole) : 0;
  const bound = scale * sumBound(params, element.magnitude) + rounding;
  return kind === 'gelu' ? 1.13 * bound + geluError(params, whole) : bound;
}

// What f16 loses where it has few bits left.
const smallest: { readonly [Dtype in GemmCase['dtype']]?: number } = { 'f16-f32': 2 ** -25, f16: 2 ** -14 };

function sumBound(params: GemmCase, magnitude: number): number {
  if (isExact(params) || params.k === 0) return 0;
  return errorUnit(params) * magnitude + (smallest[params.dtype] ?? 0);
}

function isRounded(params: GemmCase): boolean {
  const { scale, adds } = specOf(params.epilogue);
  return (adds !== 'nothing' || scale !== 1) && !isWhole(params);
}

// Small enough integers that sums are exact in any order.
function isWhole({ fill, dtype }: GemmCase): boolean {
  return dtype === 'i8-i32' || fill === 'integers' || fill === 'ones';
}

function isExact(params: GemmCase): boolean {
  return isWhole(params) || params.fill === 'identity' || params.fill === 'zeros';
}

// Two f32 have 48 bits together. The product of the small parts is left out and what is small is rounded: a product errs by less than
// 2⁻⁴⁶, and so does a bound of one term. The f64 of the reference has five bits more.
const pairRoundoff = 2 ** -48;

function roundoff({ dtype }: GemmCase): number {
  if (isPaired(dtype)) return pairRoundoff;
  return dtype === 'f16' ? unitRoundoff.f16 : unitRoundoff.f32;
}

// The slope of GELU is below 1.13. WGSL's exp errs by 3 + 2|z| units, the exponent by a few of its own; q is the share
// of the denominator that they reach.
function geluError(params: GemmCase, x: number): number {
  const exponent = Math.min(geluExponent(x), 80);
  const share = 1 / (1 + Math.exp(-exponent));
  const units = 8 + (8 + 6 * Math.abs(exponent)) * share;
  const result = Math.abs(bent('gelu', x));
  const stored = params.dtype === 'f16' ? 2 * unitRoundoff.f16 * result + 2 ** -14 : 2 ** -90;
  return units * 2 ** -23 * result + stored;
}
