// What two element types become when they meet: the one table. Nothing is lost without a cast that somebody wrote.
import type { Dtype } from '../graph/types.ts';
import { GraphError } from '../graph/errors.ts';

type Row = { readonly [Other in Dtype]: Dtype | null };

/**
 * Floats win over integers, wider ones over narrower. Arithmetic has no bool and no i8: among themselves they are computed as i32.
 * null where no type holds both: i32 and u32 share half of their numbers, and WGSL has no wider integer.
 */
export const promotion: { readonly [One in Dtype]: Row } = {
  f32: { f32: 'f32', f16: 'f32', i32: 'f32', u32: 'f32', i8: 'f32', bool: 'f32' },
  f16: { f32: 'f32', f16: 'f16', i32: 'f16', u32: 'f16', i8: 'f16', bool: 'f16' },
  i32: { f32: 'f32', f16: 'f16', i32: 'i32', u32: null, i8: 'i32', bool: 'i32' },
  u32: { f32: 'f32', f16: 'f16', i32: null, u32: 'u32', i8: null, bool: 'u32' },
  i8: { f32: 'f32', f16: 'f16', i32: 'i32', u32: null, i8: 'i32', bool: 'i32' },
  bool: { f32: 'f32', f16: 'f16', i32: 'i32', u32: 'u32', i8: 'i32', bool: 'i32' },
};

/** The type that both are cast to. Throws a DtypeError where there is none. */
export function promote(left: Dtype, right: Dtype): Dtype {
  const common = promotion[left][right];
  if (common !== null) return common;
  throw new GraphError('DtypeError', `${left} and ${right} have no type in common: cast one of them`);
}

/**
 * Whether every number of `from` is one of `to`, so that a cast there loses nothing. An f32 holds whole numbers up to 2²⁴, an
 * f16 up to 2¹¹.
 */
export function holds(to: Dtype, from: Dtype): boolean {
  return to === from || (wider[from] ?? []).includes(to);
}

const wider: { readonly [From in Dtype]: readonly Dtype[] } = {
  f32: [],
  f16: ['f32'],
  i32: [],
  u32: [],
  i8: ['f32', 'f16', 'i32'],
  bool: ['f32', 'f16', 'i32', 'u32', 'i8'],
};
