// The arithmetic of a key, round by round.
import { keyRounds } from '../cases/launches.ts';
import { keyArithmetic } from '../keys.ts';

/** The wrapping sum of all rounds of a key; `start` is the word of the first round. */
export function resultOfKey(key: number, start: number): number {
  const { shape, a, b } = keyArithmetic[key] ?? { shape: 0, a: 0, b: 0 };
  const term = terms[shape];
  let sum = 0;
  for (let round = 0; round < keyRounds; round++) sum = (sum + term((start + round) >>> 0, a, b)) >>> 0;
  return sum;
}

type Term = (word: number, a: number, b: number) => number;

const terms: readonly [Term, Term, Term, Term] = [
  (word, a, b) => Math.imul(word, a) ^ (Math.imul(word, b) >>> 13),
  (word, a, b) => Math.imul(word ^ a, b) + (word >>> 7),
  (word, a, b) => (((word << 5) >>> 0) + a) ^ Math.imul(word, b),
  (word, a, b) => Math.imul(word | a, b) ^ (word & a),
];
