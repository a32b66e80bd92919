// What is right: every word at its place, and of equal keys the one that came first, first.
import { allOf, whole } from '@kernel-ladder/harness';
import type { Arrays, NumberArray, Oracle, Part } from '@kernel-ladder/harness';
import { exactly } from '@kernel-ladder/kernel-kit';
import type { SortCase } from '../cases/kinds.ts';
import { orderOf, wordOf } from '../order.ts';
import { arrayOf } from './arrays.ts';

/**
 * Sorts with the sort of typed arrays: the numbers that stand for keys, above them the places for pairs. A part judges the keys of a
 * range, which it finds among all.
 */
export function sortOracle(params: SortCase, inputs: Arrays, part: Part = whole): Oracle {
  const keys = arrayOf(inputs, 'keys');
  const range = rangeOf(params, keys, part);
  return params.of === 'keys' ? keysOracle(params, range) : pairsOracle(params, range, inputs);
}

/** The keys of a part: those that are sorted to places from `from` on. */
interface Range {
  readonly from: number;
  /** Numbers that stand for them, in order of their places. */
  readonly numbers: Uint32Array;
  readonly places: Uint32Array;
}

// Bounds are numbers at even steps of a sample, so that parts are of about the same size whatever the keys are.
const sampled = 4096;

function rangeOf({ dtype }: SortCase, keys: NumberArray, { index, of }: Part): Range {
  const order = orderOf(dtype);
  const step = Math.max(1, Math.floor(keys.length / sampled));
  const sample = Uint32Array.from({ length: Math.floor(keys.length / step) }, (_, at) =>
    order(keys[at * step] ?? 0),
  ).toSorted();
  const bound = (at: number) =>
    at === 0 ? 0 : at === of ? 2 ** 32 : (sample[Math.floor((at * sample.length) / of)] ?? 0);
  return keysWithin({ low: bound(index), high: bound(index + 1) }, order, keys);
}

interface Bounds {
  readonly low: number;
  readonly high: number;
}

// Reading all keys takes most of the time, so they are read once; how many there are is known behind the last.
function keysWithin({ low, high }: Bounds, order: (word: number) => number, keys: NumberArray): Range {
  let [from, count] = [0, 0];
  let [numbers, places] = [new Uint32Array(sampled), new Uint32Array(sampled)];
  for (let place = 0; place < keys.length; place++) {
    const number = order(keys[place] ?? 0);
    if (number < low) from++;
    if (number < low || number >= high) continue;
    if (count === numbers.length) [numbers, places] = [doubled(numbers), doubled(places)];
    numbers[count] = number;
    places[count++] = place;
  }
  return { from, numbers: numbers.subarray(0, count), places: places.subarray(0, count) };
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
    expected: (index) => word(sorted[index - from] ?? 0),
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
function sortedPairs(numbers: Uint32Array, places: Uint32Array): Uint32Array {
  const words = new Uint32Array(2 * numbers.length);
  for (let index = 0; index < numbers.length; index++) {
    words[2 * index] = places[index] ?? 0;
    words[2 * index + 1] = numbers[index] ?? 0;
  }
  new BigUint64Array(words.buffer).sort();
  return words;
}
