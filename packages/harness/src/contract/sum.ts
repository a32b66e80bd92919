// A sum over arrays that tells whether they are as they were: it is for accidents, and keeps no secret from whoever wants to cheat it.
import type { Arrays } from './scalars.ts';

// Whole words of whole lanes: a chunk begins where a word does.
const chunkBytes = 2 ** 22;

/** A number of 32 bits on which each byte of each array counts by its place: swapped or negated elements change it. */
export function sumOf(arrays: Arrays): number {
  return joinSums(chunksOf(arrays).map(sumOfChunk));
}

/** The bytes of arrays, piece by piece: whoever sums each of them up, and joins the sums in this order, has the sum of the arrays. */
export function chunksOf(arrays: Arrays): readonly Uint8Array[] {
  return Object.values(arrays).flatMap(({ buffer, byteOffset, byteLength }) =>
    Array.from({ length: Math.ceil(byteLength / chunkBytes) }, (_, index) => {
      const from = index * chunkBytes;
      return new Uint8Array(buffer, byteOffset + from, Math.min(chunkBytes, byteLength - from));
    }),
  );
}

/** The sum of a chunk's bytes. */
export function sumOfChunk({ buffer, byteOffset, byteLength }: Uint8Array): number {
  const words = new Uint32Array(buffer, byteOffset, Math.floor(byteLength / 4));
  const rest = new Uint8Array(buffer, byteOffset + words.byteLength, byteLength - words.byteLength);
  return joinSums([...lanesOf(words), ...rest]);
}

/** One sum of several, on which their order counts. */
export function joinSums(sums: readonly number[]): number {
  return sums.reduce(mixed, start);
}

// FNV-1a over words.
const start = 0x811c9dc5;
const prime = 0x01000193;

// Four sums side by side: the next multiplication does not wait for the one before.
function lanesOf(words: Uint32Array): readonly number[] {
  let [h0, h1, h2, h3] = [start, start, start, start];
  const whole = words.length - (words.length % 4);
  for (let index = 0; index < whole; index += 4) {
    h0 = mixed(h0, words[index] ?? 0);
    h1 = mixed(h1, words[index + 1] ?? 0);
    h2 = mixed(h2, words[index + 2] ?? 0);
    h3 = mixed(h3, words[index + 3] ?? 0);
  }
  return [h0, h1, h2, h3, ...words.subarray(whole)];
}

// A product carries upwards alone: two negated elements, whose signs are the highest bits, would cancel without their shifted words.
function mixed(hash: number, word: number): number {
  return Math.imul(hash ^ word ^ (word >>> 16), prime);
}
