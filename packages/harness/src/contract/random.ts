// Seeded random inputs: the same seed gives the same numbers on every machine.
import type { NumberArray } from './scalars.ts';

/** A stream of random numbers. */
export interface Random {
  /** The next 32 random bits, unsigned. */
  readonly next: () => number;
  /** Uniform in [low, high). */
  readonly uniform: (low: number, high: number) => number;
  /** Uniform integer in [low, high], both included. */
  readonly integer: (low: number, high: number) => number;
}

/** A stream from a 32-bit seed: sfc32 (Doty-Humphrey, PractRand), which passes BigCrush. */
export function createRandom(seed: number): Random {
  const next = sfc32(seed);
  for (let warm = 0; warm < 12; warm++) next();
  return {
    next,
    uniform: (low, high) => low + (high - low) * (next() / 2 ** 32),
    integer: (low, high) => low + Math.floor((next() / 2 ** 32) * (high - low + 1)),
  };
}

/** A 32-bit seed from a text and a number: FNV-1a over the UTF-16 units. */
export function seedOf(text: string, seed: number): number {
  let hash = 0x811c9dc5 ^ seed;
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return hash >>> 0;
}

/** Fills an array from a generator of its elements; storing rounds to the array's type. */
export function fill<T extends NumberArray | Float64Array>(array: T, element: (index: number) => number): T {
  for (let index = 0; index < array.length; index++) array[index] = element(index);
  return array;
}

// What is drawn one by one; drawing a gigabyte would take seconds.
const drawnLength = 1_000_003;

// Lengths of the pieces that the rest is put together from.
const [shortestPiece, longestPiece] = [2 ** 10, 2 ** 13];

/**
 * Fills an array with draws that depend on no place. Of a long one the first million is drawn; behind it stand pieces of
 * that million, each of a length and from a place that are drawn as well, so that nothing comes round after a fixed distance.
 */
export function fillWithDraws<T extends NumberArray | Float64Array>(
  array: T,
  draw: () => number,
  random: Random,
): T {
  const drawn = Math.min(array.length, drawnLength);
  for (let index = 0; index < drawn; index++) array[index] = draw();
  return repeatPieces(array, drawn, random);
}

/**
 * Fills an array with numbers drawn evenly from −1 to 1, whose sums are those of a random walk however many they are: of a
 * long array the million that the rest is made of is shifted to the mean 0, which is what its copies would drift by.
 */
export function fillAroundZero<T extends NumberArray>(array: T, random: Random): T {
  const drawn = Math.min(array.length, drawnLength);
  const draws = Float64Array.from({ length: drawn }, () => random.uniform(-1, 1));
  // What is not repeated keeps its mean: its sum would be 0 as well, which is no answer.
  const mean = array.length > drawn ? draws.reduce((sum, value) => sum + value, 0) / drawn : 0;
  for (let index = 0; index < drawn; index++) array[index] = (draws[index] ?? 0) - mean;
  return repeatPieces(array, drawn, random);
}

function repeatPieces<T extends NumberArray | Float64Array>(array: T, drawn: number, random: Random): T {
  for (let at = drawn; at < array.length;) {
    const length = Math.min(random.integer(shortestPiece, longestPiece), array.length - at);
    const from = random.integer(0, drawn - length);
    array.copyWithin(at, from, from + length);
    at += length;
  }
  return array;
}

function sfc32(seed: number): () => number {
  let [a, b, c, counter] = [seed | 0, 0x9e3779b9 | 0, 0x243f6a88, 1];
  return () => {
    const sum = (a + b + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = ((c << 21) | (c >>> 11)) + sum;
    return sum >>> 0;
  };
}
