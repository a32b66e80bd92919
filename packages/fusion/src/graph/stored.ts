// Numbers as a type stores them.
import type { Dtype } from './types.ts';

/** The number that storing `value` keeps: floats rounded to the nearest, integers by their low bits, a bool as 0 or 1. */
export function stored(dtype: Dtype, value: number): number {
  return rounders[dtype](value);
}

/** The same where floats keep the 53 bits of f64: only integers and bools are what they are stored as. */
export function wrapped(dtype: Dtype, value: number): number {
  return dtype === 'f32' || dtype === 'f16' ? value : rounders[dtype](value);
}

const rounders: { readonly [Type in Dtype]: (value: number) => number } = {
  f32: Math.fround,
  f16: (value) => new Float16Array([value])[0] ?? Number.NaN,
  i32: (value) => value | 0,
  u32: (value) => value >>> 0,
  i8: (value) => (value << 24) >> 24,
  bool: (value) => Number(value !== 0),
};
