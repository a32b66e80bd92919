// The order of keys: words of 32 bits as the unsigned numbers that have the order of their type.
import type { Key } from './cases/kinds.ts';

const sign = 0x80000000;

/** Which bits of a word are turned, of negative ones alone and of all, to make a signed number with the order of its type. */
export interface Turned {
  readonly ofNegative: number;
  readonly ofAll: number;
}

/**
 * By type. Floats are in the total order of IEEE 754: −NaN < −∞ < … < −0 < +0 < … < +∞ < NaN, and NaNs by their payloads: of negative ones all
 * bits but the sign are turned.
 */
export const turns: { readonly [Type in Key]: Turned } = {
  u32: { ofNegative: 0, ofAll: sign | 0 },
  i32: { ofNegative: 0, ofAll: 0 },
  f32: { ofNegative: 0x7fffffff, ofAll: 0 },
};

/**
 * The signed number that stands for a key: of two keys of a type the lesser has the lesser number. It is the same for all types but for two masks, so
 * that a loop over millions of keys is one for all of them.
 */
export function signedOf(word: number, { ofNegative, ofAll }: Turned): number {
  return word ^ ((word >> 31) & ofNegative) ^ ofAll;
}

/** The same with 2³¹ added to it. */
export function unsignedOf(number: number): number {
  return (number ^ sign) >>> 0;
}

/** The unsigned number that stands for a key: of two keys of a type the lesser has the lesser number. */
export function orderOf(dtype: Key): (word: number) => number {
  const turned = turns[dtype];
  return (word) => unsignedOf(signedOf(word, turned));
}

/** The key that a number stands for. */
export function wordOf(dtype: Key): (number: number) => number {
  if (dtype !== 'f32') return orderOf(dtype);
  return (number) => (number ^ (~(number >> 31) | sign)) >>> 0;
}

/** How kernels name the order of a type. */
export const orderNumbers: { readonly [Type in Key]: number } = { u32: 0, i32: 1, f32: 2 };
