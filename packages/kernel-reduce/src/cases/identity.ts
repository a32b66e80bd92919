// What reducing nothing gives, and how the types of the family compare.
import type { FoldOp, ReduceDtype } from './kinds.ts';

/** What is reduced to what. */
export interface Reduction {
  readonly op: FoldOp;
  readonly dtype: ReduceDtype;
}

const largestF32 = (2 - 2 ** -23) * 2 ** 127;

/** What an empty vector reduces to: 0, or the type's own extreme that every element beats. */
export function identityValue({ op, dtype }: Reduction): number {
  if (op === 'sum') return 0;
  const [lowest, highest] = extremes[dtype];
  return op === 'min' ? highest : lowest;
}

/** Whether elements are numbers with a fraction. */
export function isFloat(dtype: ReduceDtype): boolean {
  return dtype === 'f32' || dtype === 'f16-f32';
}

/** The smallest normal number of the input type: a device may flush what is below it. */
export function smallestNormal(dtype: ReduceDtype): number {
  return dtype === 'f16-f32' ? 2 ** -14 : 2 ** -126;
}

const extremes: { readonly [Dtype in ReduceDtype]: readonly [lowest: number, highest: number] } = {
  f32: [-largestF32, largestF32],
  'f16-f32': [-largestF32, largestF32],
  i32: [-(2 ** 31), 2 ** 31 - 1],
  u32: [0, 2 ** 32 - 1],
};
