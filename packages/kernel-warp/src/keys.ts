// The constants of the arithmetic that a key takes: four shapes of it, each with eight pairs of constants.
import { keyCount } from './cases/launches.ts';

/** Shape and constants of a key's arithmetic; both are odd, so that no bit of a word is lost in a product. */
interface KeyArithmetic {
  readonly shape: 0 | 1 | 2 | 3;
  readonly a: number;
  readonly b: number;
}

/** The arithmetic of every key. */
export const keyArithmetic: readonly KeyArithmetic[] = Array.from({ length: keyCount }, (_, key) => ({
  shape: (key % 4) as KeyArithmetic['shape'],
  a: Math.imul(2 * key + 1, 0x9e3779b1) >>> 0,
  b: Math.imul(2 * key + 1, 0x85ebca77) >>> 0,
}));
