// The order of keys: words of 32 bits as the unsigned numbers that have the order of their type.
import type { Key } from './cases/kinds.ts';

const sign = 0x80000000;

/**
 * The unsigned number that stands for a key: of two keys of a type the lesser has the lesser number. Floats are in the total order of
 * IEEE 754: −NaN < −∞ < … < −0 < +0 < … < +∞ < NaN, and NaNs by their payloads.
 */
export function orderOf(dtype: Key): (word: number) => number {
  if (dtype === 'u32') return (word) => word >>> 0;
  if (dtype === 'i32') return (word) => (word ^ sign) >>> 0;
  // All bits of what is negative are turned, of others the sign alone: without a branch, which half of all words would take.
  return (word) => (word ^ ((word >> 31) | sign)) >>> 0;
}

/** The key that a number stands for. */
export function wordOf(dtype: Key): (number: number) => number {
  if (dtype !== 'f32') return orderOf(dtype);
  return (number) => (number ^ (~(number >> 31) | sign)) >>> 0;
}

/** How kernels name the order of a type. */
export const orderNumbers: { readonly [Type in Key]: number } = { u32: 0, i32: 1, f32: 2 };
