// Sorts keys with the sort of typed arrays, and words with them: each part sorts its own, then merges a range of keys from all parts.
import { orderOf, wordOf } from '@kernel-ladder/kernel-sort';
import type { Key } from '@kernel-ladder/kernel-sort';
import { meet } from '../team.ts';
import type { Team } from '../team.ts';
import { spanOf } from './part.ts';
import type { Part } from './part.ts';

/** Keys, and where they are sorted to; `values` are carried along where there are some. */
export interface SortTask {
  readonly kind: 'sort';
  readonly dtype: Key;
  readonly keys: Uint32Array;
  readonly values: Uint32Array | null;
  readonly sorted: Uint32Array;
  readonly carried: Uint32Array | null;
  /** An element a key: the number that stands for it, and below it its place where values are carried. */
  readonly elements: Uint32Array;
  readonly team: Team;
}

/** Sorts one part. One thread alone has nothing to merge. */
export function sortPart(task: SortTask, part: Part): void {
  const { keys, elements, team } = task;
  const { from, to } = spanOf(keys.length, part);
  const width = widthOf(task);
  number(task, from, to);
  const own = elements.subarray(width * from, width * to);
  if (width === 1) own.sort();
  else new BigUint64Array(own.buffer, own.byteOffset, to - from).sort();
  if (part.of === 1) return write(task, own, 0);
  meet(team.barrier, part.of);
  const pieces = piecesOf(task, part);
  write(task, merged(pieces.elements, width), pieces.before);
}

function widthOf({ values }: SortTask): 1 | 2 {
  return values ? 2 : 1;
}

function number({ dtype, keys, values, elements }: SortTask, from: number, to: number): void {
  const order = orderOf(dtype);
  for (let index = from; index < to; index++) {
    const ordered = order(keys[index] ?? 0);
    if (!values) elements[index] = ordered;
    else {
      elements[2 * index] = index;
      elements[2 * index + 1] = ordered;
    }
  }
}

interface Pieces {
  /** Of each part, in order, what falls into the range. */
  readonly elements: readonly Uint32Array[];
  /** How many elements stand before the range. */
  readonly before: number;
}

// Bounds are evenly spaced in a sample of what all parts have sorted.
const sampledOfEach = 64;

function piecesOf(task: SortTask, { index, of }: Part): Pieces {
  const width = widthOf(task);
  const runs = Array.from({ length: of }, (_, run) => {
    const { from, to } = spanOf(task.keys.length, { index: run, of });
    return task.elements.subarray(width * from, width * to);
  });
  const sample = Float64Array.from(runs.flatMap((run) => sampleOf(run, width))).toSorted();
  const bound = (part: number) =>
    part === of ? 2 ** 32 : part === 0 ? 0 : (sample[Math.floor((part * sample.length) / of)] ?? 0);
  const lows = runs.map((run) => firstFrom(run, width, bound(index)));
  const elements = runs.map((run, at) =>
    run.subarray(width * (lows[at] ?? 0), width * firstFrom(run, width, bound(index + 1))),
  );
  return { elements, before: lows.reduce((sum, low) => sum + low, 0) };
}

function sampleOf(run: Uint32Array, width: 1 | 2): readonly number[] {
  const count = run.length / width;
  const taken = Math.min(count, sampledOfEach);
  return Array.from(
    { length: taken },
    (_, at) => run[width * Math.floor((at * count) / taken) + width - 1] ?? 0,
  );
}

// The first element of a run whose number is `least` or more.
function firstFrom(run: Uint32Array, width: 1 | 2, least: number): number {
  let [low, high] = [0, run.length / width];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if ((run[width * middle + width - 1] ?? 0) < least) low = middle + 1;
    else high = middle;
  }
  return low;
}

// Neighbours two by two, until one is left: of equal keys those of the earlier part come first.
function merged(pieces: readonly Uint32Array[], width: 1 | 2): Uint32Array {
  const [first = new Uint32Array(0), ...others] = pieces;
  if (others.length === 0) return first;
  const half = Math.ceil(pieces.length / 2);
  return mergeTwo(merged(pieces.slice(0, half), width), merged(pieces.slice(half), width), width);
}

function mergeTwo(a: Uint32Array, b: Uint32Array, width: 1 | 2): Uint32Array {
  const both = new Uint32Array(a.length + b.length);
  const last = width - 1;
  for (let at = 0, left = 0, right = 0; at < both.length; at += width) {
    // Behind the end of a piece comes nothing that is less.
    const takesLeft = (a[left + last] ?? Infinity) <= (b[right + last] ?? Infinity);
    const source = takesLeft ? a : b;
    const place = takesLeft ? left : right;
    both[at] = source[place] ?? 0;
    both[at + last] = source[place + last] ?? 0;
    if (takesLeft) left += width;
    else right += width;
  }
  return both;
}

function write(task: SortTask, elements: Uint32Array, before: number): void {
  const { dtype, values, sorted, carried } = task;
  const width = widthOf(task);
  const word = wordOf(dtype);
  for (let index = 0; index < elements.length / width; index++) {
    sorted[before + index] = word(elements[width * index + width - 1] ?? 0);
    if (values && carried) carried[before + index] = values[elements[2 * index] ?? 0] ?? 0;
  }
}
