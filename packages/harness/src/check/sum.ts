// A sum over arrays that tells whether they are as they were: it is for accidents, and keeps no secret from whoever wants to cheat it.
import type { Arrays, NumberArray } from '../contract/scalars.ts';

/** A number of 32 bits on which each byte of each array counts by its place: swapped or negated elements change it. */
export function sumOf(arrays: Arrays): number {
  let hash = start;
  for (const array of Object.values(arrays)) {
    const words = new Uint32Array(array.buffer, array.byteOffset, Math.floor(array.byteLength / 4));
    for (const lane of lanesOf(words)) hash = mixed(hash, lane);
    for (const byte of lastBytes(array, 4 * words.length)) hash = mixed(hash, byte);
  }
  return hash;
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

function lastBytes({ buffer, byteOffset, byteLength }: NumberArray, from: number): Uint8Array {
  return new Uint8Array(buffer, byteOffset + from, byteLength - from);
}
