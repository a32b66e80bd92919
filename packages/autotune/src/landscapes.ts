// Landscapes that are functions, with the traits that those of kernels have: few good candidates, parameters that hang on each other, noise of a few
// per cent, and candidates that are wrong.
import { combinations, nameOf } from './space.ts';
import { uniform } from './random.ts';
import type { Landscape } from './replay.ts';

const values = {
  rows: [32, 64, 128, 256],
  columns: [32, 64, 128, 256],
  depth: [8, 16],
  held: [16, 32, 64],
} as const;

interface Tile {
  readonly rows: number;
  readonly columns: number;
  readonly depth: number;
  readonly held: number;
}

/** Times of a product by tiles, as a roofline with a price for idle multiprocessors and for registers that spill: 96 candidates. */
export function tileLandscape(size: number): Landscape {
  return landscapeOf(values, (tile) => timeOf(tile, size));
}

/** The same where one tile in five is wrong, among them the fastest. */
export function mostlyRightLandscape(size: number): Landscape {
  const all = [...tileLandscape(size)].toSorted(([, one], [, other]) => one - other);
  return new Map(all.filter((_, rank) => rank % 5 !== 0));
}

/** A landscape in which a single candidate is twice as fast as all others, which differ by noise alone: nothing leads there. */
export function needleLandscape(count: number): Landscape {
  return new Map(Array.from({ length: count }, (_, at) => [`n=${at}`, at === 0 ? 5000 : 10_000 + at]));
}

/** A sample of a time: the least that a device takes, and by chance a few per cent more; one in fifty is half as long again. */
export function noisy(ns: number, seed: number, at: number): number {
  const random = uniform(seed * 7919 + at);
  return ns * (1 + 0.02 * random()) * (random() < 0.02 ? 1.5 : 1);
}

function landscapeOf(given: typeof values, time: (tile: Tile) => number): Landscape {
  return new Map(
    [...combinations<Tile>({ values: given })].map((tile) => [nameOf({ values: given }, tile), time(tile)]),
  );
}

function timeOf({ rows, columns, depth, held }: Tile, size: number): number {
  const tiles = Math.ceil(size / rows) * Math.ceil(size / columns);
  const waves = Math.ceil(tiles / 132);
  const threads = (rows * columns) / held;
  const bytes = (size / rows + size / columns) * size * size * 4;
  const spilled = held > 32 && depth > 8 ? 2 : 1;
  const idle = threads < 64 ? 64 / threads : threads > 1024 ? 4 : 1;
  const compute = (waves * rows * columns * size * (1 + 8 / held + 1 / depth) * spilled * idle) / 300;
  return 5000 + Math.max(compute, bytes / 4000);
}
