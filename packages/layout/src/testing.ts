// Random layouts for the tests, and what they are held against: maps from indices to offsets, computed one by one.
import { createRandom } from '@kernel-ladder/harness';
import type { Random } from '@kernel-ladder/harness';
import { layout, partsOf, sizeOf } from './layout.ts';
import type { Layout } from './layout.ts';
import { nestLike } from './tuples.ts';
import type { Tuple } from './tuples.ts';

/** How many layouts a property is tested on. */
export const many = 500;

/** A stream of random layouts: the same seed gives the same. */
export function createLayouts(seed: number) {
  const random = createRandom(seed);
  const sizes = (most: number) => drawSizes(random, most);
  return {
    random,
    /** Any strides, 0 and overlaps among them. */
    any: (most = 64): Layout => {
      const flat = sizes(most);
      const shape = drawNesting(random, flat);
      return layout(
        shape,
        nestLike(
          shape,
          flat.map(() => drawStride(random, most)),
        ),
      );
    },
    /** Modes in any order, with gaps: strides of which each is a multiple of what lies below it. */
    ordered: (most = 64): Layout => drawOrdered(random, sizes(most)),
  };
}

function drawStride(random: Random, most: number): number {
  const step = [0, 1, 2, 3, 4, 6, 8, 12, 16][random.integer(0, 8)] ?? 1;
  return step < most ? step : 1;
}

function drawSizes(random: Random, most: number): readonly number[] {
  const sizes: number[] = [];
  let left = most;
  for (let rank = random.integer(1, 4); rank > 0; rank--) {
    const fitting = [1, 2, 2, 3, 4, 4, 5, 6, 8].filter((size) => size <= left);
    const size = fitting[random.integer(0, fitting.length - 1)] ?? 1;
    sizes.push(size);
    left = Math.floor(left / size);
  }
  return sizes;
}

function drawOrdered(random: Random, sizes: readonly number[]): Layout {
  const strides = sizes.map(() => 0);
  const order = sizes.map((_, index) => ({ index, key: random.next() })).toSorted((a, b) => a.key - b.key);
  let below = 1;
  for (const { index } of order) {
    strides[index] = below * random.integer(1, 3);
    below = (strides[index] ?? 1) * (sizes[index] ?? 1);
  }
  const shape = drawNesting(random, sizes);
  return layout(shape, nestLike(shape, strides));
}

// Numbers in a row, some neighbours nested.
function drawNesting(random: Random, flat: readonly number[]): Tuple {
  const [only] = flat;
  if (flat.length === 1 && only !== undefined) return only;
  const at = random.integer(1, flat.length);
  if (at === flat.length) return flat;
  return [drawNesting(random, flat.slice(0, at)), drawNesting(random, flat.slice(at))];
}

/** The offset of every element, by walking the coordinates like an odometer: no division, nothing coalesced. */
export function walked(of: Layout): readonly number[] {
  if (typeof of.shape === 'number')
    return Array.from({ length: of.shape }, (_, at) => at * Number(of.stride));
  return partsOf(of).reduce<readonly number[]>(
    (below, part) => walked(part).flatMap((high) => below.map((low) => low + high)),
    [0],
  );
}

/** Whether some layout, of the modes given or finer ones, lies at these offsets. */
export function isSomeLayout(modes: readonly Layout[], offsets: readonly number[]): boolean {
  let below = 1;
  const alone = modes.map((mode) => {
    const own = Array.from({ length: sizeOf(mode) }, (_, at) => offsets[at * below] ?? 0);
    below *= sizeOf(mode);
    return own;
  });
  const sums = alone.reduce<readonly number[]>(
    (low, high) => high.flatMap((a) => low.map((b) => a + b)),
    [0],
  );
  return sums.every((sum, at) => sum === offsets[at]) && alone.every(isOneMode);
}

// A first run of even steps, and what follows is runs like it.
function isOneMode(offsets: readonly number[]): boolean {
  if (offsets.length === 1) return offsets[0] === 0;
  for (let run = 2; run <= offsets.length; run++) {
    if (offsets.length % run !== 0) continue;
    const starts = offsets.filter((_, at) => at % run === 0);
    const isEven = offsets.every(
      (offset, at) => offset === (starts[Math.floor(at / run)] ?? 0) + (at % run) * (offsets[1] ?? 0),
    );
    if (isEven && isOneMode(starts)) return true;
  }
  return false;
}
