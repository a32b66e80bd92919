// Sweeps: tiles whose keys subgroups rank, with offsets that were summed up, or found by looking back.
import { generated, sizeClass, tunable, wgsl } from '@kernel-ladder/harness';
import { fillPass, nothing, subgroupMin } from '@kernel-ladder/kernel-kit';
import type { DeviceFacts, Pass, Plan, Space, Values } from '@kernel-ladder/harness';
import type { SortCase } from '../cases/kinds.ts';
import { sweepKernel, wordsOf as tileWords } from '../kernels/radix/sweep.wgsl.ts';
import type { Offsets } from '../kernels/radix/offsets.wgsl.ts';
import { wordsPerDigit } from '../kernels/radix/ranks.wgsl.ts';
import type { Ranks } from '../kernels/radix/ranks.wgsl.ts';
import { orderNumbers } from '../order.ts';
import { buffersOf } from './radix.ts';
import type { Scatter, Tile } from './radix.ts';
import { carriedBytes, grid, limitOf, orderConstants, wordsOf } from './shape.ts';

/** Parameters of a sweep. A type, so that it is a choice of a search space. */
export type SweepShape = {
  /** Threads of a workgroup. */
  readonly workgroup: number;
  /** Keys of a thread. */
  readonly items: number;
  /** How a subgroup counts its digits. */
  readonly ranks: Ranks;
  /** Parts of a tile that go through workgroup memory one after the other. */
  readonly parts: number;
  /** Tiles that a digit looks back at in one go. */
  readonly looked: number;
};

type Ways = Omit<SweepShape, keyof Tile>;

const byBallots: Ways = { ranks: 'add', parts: 1, looked: 4 };
const byMatches: Ways = { ranks: 'match', parts: 1, looked: 4 };

/** A digit of eight bits a pass; subgroups rank the keys of a tile by ballots. */
export const sentByBallots: Scatter = {
  bits: 8,
  tile: (params, device) => sweepTile(params, device, byBallots),
  kernel: (params, { tile, device }) =>
    sweep(params, { shape: { ...tile, ...byBallots }, device, offsets: 'scanned' }),
};

/** What a tile takes beside its words: ends, offsets and rows, a digit each, sums of subgroups and a few words. */
const perDigitBytes = 3 * 1024 + 512;

/**
 * How the one sweep does it where nothing was tuned. Long vectors have large tiles, whose digits go out in longer runs; short ones have many,
 * so that all of the device works.
 */
export function usualSweep(params: SortCase, device: DeviceFacts): SweepShape {
  const ways = isLong(params, device) && device.subgroupMaxSize <= 32 ? byMatches : byBallots;
  return { ...sweepTile(params, device, ways), ...ways };
}

function isLong({ n }: SortCase, { software }: DeviceFacts): boolean {
  return n >= 2 ** 20 && !software;
}

// Each subgroup has its counters in the memory that the tile's words take later.
function sweepTile(params: SortCase, device: DeviceFacts, { ranks }: Ways): Tile {
  const bytes = limitOf(device, 'maxComputeWorkgroupStorageSize') - perDigitBytes;
  const wanted = isLong(params, device) ? large : device.software || params.n <= 2 ** 12 ? tiny : small;
  const threads = limitOf(device, 'maxComputeInvocationsPerWorkgroup');
  const counters = bytes / (1024 * wordsPerDigit(ranks));
  const byCounters = subgroupMin(device) * 2 ** Math.floor(Math.log2(counters));
  const byWords = 2 ** Math.floor(Math.log2(bytes / (4 * wanted.items)));
  const most = Math.min(wanted.workgroup, threads, byCounters, byWords);
  // Keys lie as far apart as a subgroup has lanes: all of them are there, if their counters fit.
  return { ...wanted, workgroup: Math.max(most, Math.min(device.subgroupMaxSize, byCounters)) };
}

const large: Tile = { workgroup: 512, items: 20 };
const small: Tile = { workgroup: 256, items: 4 };
const tiny: Tile = { workgroup: 64, items: 4 };

interface SweepLaunch {
  readonly shape: SweepShape;
  readonly device: DeviceFacts;
  readonly offsets: Offsets;
}

function sweep(params: SortCase, { shape, device, offsets }: SweepLaunch) {
  const [gridX, rows] = grid(tilesOf(params, shape)).workgroups;
  const text = sweepKernel({
    ...shape,
    n: params.n,
    order: orderNumbers[params.dtype],
    isPairs: params.of === 'pairs',
    lanes: [subgroupMin(device), device.subgroupMaxSize],
    offsets,
    groups: gridX * rows,
    gridX,
  });
  return generated('radix/sweep.wgsl.ts', text);
}

function tilesOf({ n }: SortCase, { workgroup, items }: Tile): number {
  return Math.ceil(n / (workgroup * items));
}

/** Words before the rows of counts: the ticket in a cache line of its own, and a count for each digit of each pass. */
export const firstRow = 32 + 4 * 256;

/** Plans one reading for the counts of all digits, then one reading and one writing a digit (Adinets and Merrill, 2022). */
export function planSweeps(params: SortCase, device: DeviceFacts, shape: SweepShape): Plan {
  if (params.n === 0) return nothing;
  const tiles = tilesOf(params, shape);
  const words = firstRow + 4 * (tiles + 1) * 256;
  const kernel = sweep(params, { shape, device, offsets: 'look-back' });
  const { workgroups } = grid(tiles);
  const sweeps = [0, 1, 2, 3].map((digit): Pass => {
    const { from, to } = buffersOf(params, digit);
    return { wgsl: kernel, bindings: [from[0], to[0], from[1], to[1], 'state'], workgroups };
  });
  return {
    passes: [clearState(words), histograms(params, device), firstRows(tiles), ...sweeps],
    scratch: { state: 4 * words, otherKeys: 4 * params.n, otherValues: carriedBytes(params) },
    // Each row is cleared, told twice and looked at four times at least.
    implBytes: 4 * params.n * (1 + 8 * wordsOf(params)) + 4 * words * 7,
    longestSum: 1,
  };
}

/** Clears the ticket, the counts and the rows of all passes. */
export function clearState(words: number): Pass {
  return fillPass({ buffer: 'state', element: 'vec4u', count: words / 4 });
}

// As many workgroups as fill a device, and no more: each adds its counts to those of all.
const mostBlocks = 1024;

function histograms(params: SortCase, { software }: DeviceFacts): Pass {
  const workgroup = software ? 64 : 256;
  const quads = Math.max(8 * workgroup, Math.ceil(params.n / 4 / mostBlocks));
  const { workgroups, GRID_X } = grid(Math.ceil(params.n / 4 / quads));
  const shape = { WORKGROUP: workgroup, BLOCK: quads, GRID_X, RADIX: 256 };
  return {
    wgsl: wgsl('radix/histograms.wgsl', { N: params.n, ...shape, ...orderConstants(params) }),
    bindings: ['keys', 'state'],
    workgroups,
  };
}

function firstRows(tiles: number): Pass {
  return {
    wgsl: wgsl('radix/first-rows.wgsl', { TILES: tiles, WORKGROUP: 256 }),
    bindings: ['state'],
    workgroups: [4, 1, 1],
  };
}

const hardwareValues: Values<SweepShape> = {
  workgroup: [256, 384, 512],
  items: [8, 12, 16, 20, 24],
  ranks: ['add', 'match'],
  parts: [1, 2, 4],
  looked: [4],
};
// A software adapter takes long over many threads.
const softwareValues: Values<SweepShape> = {
  workgroup: [32, 64],
  items: [2, 4],
  ranks: ['add', 'load', 'match'],
  parts: [1, 2],
  looked: [1, 4],
};

/** What may be tuned of the one sweep on a case. */
export function sweepSpace(params: SortCase, device: DeviceFacts): Space<SweepShape> {
  const isWide = device.subgroupMaxSize > 32;
  return {
    values: device.software ? softwareValues : hardwareValues,
    constraints: [
      {
        why: 'Lanes leave their bits in one word, which has room for 32 of them.',
        holds: ({ ranks }) => ranks !== 'match' || !isWide,
      },
      {
        why: 'Parts of a tile are alike.',
        holds: ({ items, parts }) => items % parts === 0,
      },
      {
        why: 'A multiprocessor has 65,536 registers for two workgroups at least, one of which works while the other waits.',
        holds: (shape) => 2 * shape.workgroup * registersOf(shape) <= 65_536,
      },
    ],
    model: (shape) => {
      const tiles = tilesOf(params, shape);
      return {
        threads: shape.workgroup,
        registers: registersOf(shape),
        workgroupBytes: workgroupBytesOf(shape, device),
        workgroups: tiles,
        // How many rows are looked at is not known: states come from the cache, and most looks find what they need.
        bytes: { memory: 32 * params.n * wordsOf(params), cache: 4 * 1024 * 7 * tiles },
      };
    },
    usual: usualSweep(params, device),
  };
}

// Keys and their ranks; the rest are addresses, masks and counts of subgroups.
function registersOf({ items }: SweepShape): number {
  return 2 * items + 24;
}

function workgroupBytesOf(shape: SweepShape, device: DeviceFacts): number {
  return 4 * tileWords({ ...shape, lanes: [subgroupMin(device), device.subgroupMaxSize] }) + perDigitBytes;
}

/** The rung, tunable for each power of two of the length, for each type of keys, alone and in pairs. */
export const oneSweep = tunable<SortCase, SweepShape>({
  rung: 'one-sweep',
  classOf: ({ n, of, dtype }) => `${of},n=${sizeClass(n)},${dtype}`,
  space: sweepSpace,
  plan: planSweeps,
});
