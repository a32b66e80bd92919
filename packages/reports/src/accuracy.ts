// How far a result is from its reference, in units that compare: steps of its type, shares of its bound, and why a relative error is large.
import type { Row } from '@kernel-ladder/curriculum';
import type { Dtype, Result } from '@kernel-ladder/schema';
import { cell } from './data.ts';

/** A floating type: half a step at one, and the smallest number with all its digits. */
interface FloatType {
  readonly roundoff: number;
  readonly smallestNormal: number;
}

const floatTypes: { readonly [Type in Dtype['out']]?: FloatType } = {
  f32: { roundoff: 2 ** -24, smallestNormal: 2 ** -126 },
  f16: { roundoff: 2 ** -11, smallestNormal: 2 ** -14 },
};

// What is added up to one output: its longest chain has so many terms at most.
const lengths: { readonly [family: string]: string } = {
  allreduce: 'ranks',
  attention: 'k',
  gemm: 'k',
  norm: 'columns',
  reduce: 'n',
  scan: 'n',
  softmax: 'columns',
};

/** The parameter along which a family adds up; null for a family without. */
export function lengthParam(family: string): string | null {
  return lengths[family] ?? null;
}

/** Terms that add up to one output of a result; null where its family is not known to add. */
export function termsOf({ family, params }: Result): number | null {
  const count = Number(params[lengthParam(family) ?? '']);
  return Number.isFinite(count) ? count : null;
}

/** An error in steps of a type at `value`, which is what ULP counts; NaN for a type without steps. */
export function inUlp(error: number, value: number, type: Dtype['out']): number {
  const float = floatTypes[type];
  if (!float) return Number.NaN;
  const magnitude = Math.max(value, float.smallestNormal);
  return error / (2 * float.roundoff * 2 ** Math.floor(Math.log2(magnitude)));
}

/** The largest error in steps at the largest number that came out; null for integers and where no run kept that number. */
export function normwiseUlp({ check, dtype }: Result): number | null {
  if (check?.largest === undefined) return null;
  const ulp = inUlp(check.maxAbs, check.largest, dtype.out);
  return Number.isFinite(ulp) ? ulp : null;
}

/** The largest relative error in steps of the type, as if all its digits were there; null for integers. */
export function relativeUlp({ check, dtype }: Result): number | null {
  const float = floatTypes[dtype.out];
  return check && float ? check.maxRel / (2 * float.roundoff) : null;
}

/** The reference where the relative error is largest is no larger than this: its error is at most the largest. Null where there is no error. */
export function worstValue({ check }: Result): number | null {
  return check && check.maxRel > 0 ? check.maxAbs / check.maxRel : null;
}

/**
 * What makes the relative error as large as it is. Terms that each round once by u make an error of at most terms · u · Σ|x|; one that is
 * larger relative to |Σx| says that Σ|x| is so many times |Σx|: the condition number is at least error / (terms · u).
 */
export type Cause =
  | { readonly kind: 'exact' }
  | { readonly kind: 'rounding'; readonly terms: number }
  | { readonly kind: 'underflow'; readonly smallest: number }
  | { readonly kind: 'cancellation'; readonly condition: number };

/** The cause of a result's largest relative error. */
export function causeOf(result: Result): Cause {
  const { check, dtype } = result;
  const value = worstValue(result);
  if (!check || value === null) return { kind: 'exact' };
  const smallest = floatTypes[dtype.out]?.smallestNormal ?? 0;
  if (value < smallest) return { kind: 'underflow', smallest };
  const types = [dtype.in, dtype.acc, dtype.out].flatMap((type) => floatTypes[type] ?? []);
  const roundoff = Math.max(...types.map((type) => type.roundoff));
  const terms = termsOf(result) ?? 1;
  const condition = check.maxRel / (terms * roundoff);
  return condition <= 1 ? { kind: 'rounding', terms } : { kind: 'cancellation', condition };
}

/** The same in words. */
export function whyOf(result: Result): string {
  const cause = causeOf(result);
  switch (cause.kind) {
    case 'exact':
      return 'exact';
    case 'rounding':
      return `rounding of ${cell(cause.terms)} terms`;
    case 'underflow':
      return `underflow: the reference is below ${result.dtype.out}'s smallest normal number, ${cell(cause.smallest)}`;
    case 'cancellation':
      return `a sum near zero: its terms' magnitudes add up to ${cell(cause.condition)} times it or more`;
    default:
      throw new Error(`no such cause: ${JSON.stringify(cause satisfies never)}`);
  }
}

/** What kind of problem a result solves, whatever its size: the parts of its case that name something, but for type and fill. */
export function kindOf({ case: name }: Result): string {
  const parts = name.split(',').slice(0, -1);
  return parts.filter((part) => !/=\d[\dx.]*$/.test(part) && !part.startsWith('fill=')).join(' ');
}

/** The name of a result's type, as its case says it. */
export function typeOf({ result: { params, dtype } }: Row): string {
  return String(params['dtype'] ?? dtype.out);
}
