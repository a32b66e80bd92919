// What the terms before a place add up to: where the comparison of a later stretch begins.
import type { NumberArray } from '@kernel-ladder/harness';

/** The words of integers of 32 bits, of either sign. */
export function wordsOf(array: NumberArray): Int32Array {
  return new Int32Array(array.buffer, array.byteOffset, array.length);
}

/** The sum modulo 2^32 of the terms before a place. */
export function integerBefore(values: NumberArray, place: number): number {
  const terms = wordsOf(values);
  let total = 0;
  for (let index = 0; index < place; index++) total = (total + (terms[index] ?? 0)) | 0;
  return total;
}

/** Terms that are added up in one call: a function that is called often is compiled better than one long loop that is replaced while it runs. */
export const pieceLength = 2 ** 14;

/** Σx = total + lost, Σ|x| and Σx² of all terms so far, written in place. */
export interface Prefix {
  total: number;
  lost: number;
  absolute: number;
  squares: number;
}

/** What the terms before a place add up to, term by term as the comparison does it. */
export function floatBefore(values: NumberArray, place: number): Prefix {
  const prefix: Prefix = { total: 0, lost: 0, absolute: 0, squares: 0 };
  for (let start = 0; start < place; start += pieceLength)
    addPiece(prefix, values.subarray(start, Math.min(start + pieceLength, place)));
  return prefix;
}

function addPiece(prefix: Prefix, terms: NumberArray): void {
  let { total, lost, absolute, squares } = prefix;
  for (let index = 0; index < terms.length; index++) {
    const value = terms[index] ?? 0;
    const next = total + value;
    const part = next - total;
    lost += total - (next - part) + (value - part);
    total = next;
    absolute += Math.abs(value);
    squares += value * value;
  }
  Object.assign(prefix, { total, lost, absolute, squares });
}
