// What is right: every word at its place, and of equal keys the one that came first, first.
import { allOf, whole } from '@kernel-ladder/harness';
import type { Arrays, Oracle, Part } from '@kernel-ladder/harness';
import { exactly } from '@kernel-ladder/kernel-kit';
import type { SortCase } from '../cases/kinds.ts';
import { signedOf, turns, unsignedOf, wordOf } from '../order.ts';
import type { Turned } from '../order.ts';
import { arrayOf } from './arrays.ts';

/**
 * Sorts with the sort of typed arrays: the numbers that stand for keys, above them the places for pairs. A part judges the keys of a
 * range, which it finds among all.
 */
export function sortOracle(params: SortCase, inputs: Arrays, part: Part = whole): Oracle {
  const keys = arrayOf(inputs, 'keys');
  const words = new Int32Array(keys.buffer, keys.byteOffset, keys.length);
  const range = rangeOf(params, words, part);
  return params.of === 'keys' ? keysOracle(params, range) : pairsOracle(params, range, inputs);
}

/** The keys of a part: those that are sorted to places from `from` on. */
interface Range {
  readonly from: number;
  /** Signed numbers that stand for them, in order of their places. */
  readonly numbers: Int32Array;
  readonly places: Uint32Array;
}

// Bounds are numbers at even steps of a sample, so that parts are of about the same size whatever the keys are.
const sampled = 4096;

function rangeOf({ dtype }: SortCase, words: Int32Array, { index, of }: Part): Range {
  const turned = turns[dtype];
  const numberOf = (word: number) => signedOf(word, turned);
  const step = Math.max(1, Math.floor(words.length / sampled));
  const sample = Int32Array.from({ length: Math.floor(words.length / step) }, (_, at) =>
    numberOf(words[at * step] ?? 0),
  ).toSorted();
  const bound = (at: number) =>
    at === 0 ? -(2 ** 31) : at === of ? 2 ** 31 : (sample[Math.floor((at * sample.length) / of)] ?? 0);
  const { from, places } = placesWithin({ least: bound(index), most: bound(index + 1) - 1 }, turned, words);
  const numbers = new Int32Array(places.length);
  for (let at = 0; at < places.length; at++) numbers[at] = numberOf(words[places[at] ?? 0] ?? 0);
  return { from, places, numbers };
}

interface Bounds {
  readonly least: number;
  readonly most: number;
}

const block = 4096;

// Reading all keys takes most of the time, so they are read once; how many there are is known behind the last. Each is written down, and
// counted if it is within the bounds: a branch would go either way by chance.
function placesWithin({ least, most }: Bounds, turned: Turned, words: Int32Array): Omit<Range, 'numbers'> {
  let [from, count] = [0, 0];
  let places = new Uint32Array(4 * block);
  for (let start = 0; start < words.length; start += block) {
    if (count + block > places.length) places = doubled(places);
    const end = Math.min(words.length, start + block);
    for (let place = start; place < end; place++) {
      const number = signedOf(words[place] ?? 0, turned);
      places[count] = place;
      from += Number(number < least);
      count += Number(number >= least) & Number(number <= most);
    }
  }
  return { from, places: places.subarray(0, count) };
}

function doubled(words: Uint32Array): Uint32Array<ArrayBuffer> {
  const more = new Uint32Array(2 * words.length);
  more.set(words);
  return more;
}

function keysOracle({ dtype }: SortCase, { from, numbers }: Range): Oracle {
  const word = wordOf(dtype);
  const sorted = numbers.toSorted();
  return exactly('sort', {
    output: 'sorted',
    stretch: { from, to: from + sorted.length },
    expected: (index) => word(unsignedOf(sorted[index - from] ?? 0)),
  });
}

function pairsOracle({ dtype }: SortCase, { from, numbers, places }: Range, inputs: Arrays): Oracle {
  const word = wordOf(dtype);
  const values = arrayOf(inputs, 'values');
  const pairs = sortedPairs(numbers, places);
  const stretch = { from, to: from + numbers.length };
  const key = (index: number) => word(pairs[2 * (index - from) + 1] ?? 0);
  const value = (index: number) => values[pairs[2 * (index - from)] ?? 0] ?? 0;
  return allOf('stable sort of pairs', [
    exactly('sorted keys', { output: 'sorted', stretch, expected: key }),
    exactly('carried words', { output: 'carried', stretch, expected: value }),
  ]);
}

// Words of little-endian numbers of 64 bits: the place, and above it the number that stands for the key.
function sortedPairs(numbers: Int32Array, places: Uint32Array): Uint32Array {
  const words = new Uint32Array(2 * numbers.length);
  for (let index = 0; index < numbers.length; index++) {
    words[2 * index] = places[index] ?? 0;
    words[2 * index + 1] = unsignedOf(numbers[index] ?? 0);
  }
  new BigUint64Array(words.buffer).sort();
  return words;
}
