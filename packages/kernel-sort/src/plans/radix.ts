// Radix sorts from the least digit up, three kernels a pass: count the digits of tiles, sum up the counts, send the keys.
import { wgsl } from '@kernel-ladder/harness';
import { nothing } from '@kernel-ladder/kernel-kit';
import type { Constants, DeviceFacts, Pass, Plan, PlanCase, Wgsl } from '@kernel-ladder/harness';
import type { SortCase } from '../cases/kinds.ts';
import { exclusiveScan } from './scan.ts';
import type { Scan } from './scan.ts';
import { carriedBytes, grid, limitOf, orderConstants, wordsOf } from './shape.ts';
import { entryAt, entriesBytes, writeEntries } from './entries.ts';
import type { Entry } from './entries.ts';

/** How a rung sends keys. */
export interface Scatter {
  readonly bits: 4 | 8;
  readonly tile: (params: SortCase, device: DeviceFacts) => Tile;
  readonly kernel: (params: SortCase, launch: TileLaunch) => Wgsl;
}

/** Keys that a workgroup takes. */
export interface Tile {
  readonly workgroup: number;
  readonly items: number;
}

/** A tile among others. */
export interface TileLaunch {
  readonly tile: Tile;
  readonly device: DeviceFacts;
  readonly constants: Constants;
}

// Fewer keys are given to many small workgroups: a device has room for all of them.
const short = 2 ** 16;
const shortTile: Tile = { workgroup: 64, items: 4 };

/** A digit of four bits a pass; a thread sends the keys that it has one by one. */
export const sentOneByOne: Scatter = {
  bits: 4,
  tile: ({ n }, { software }) =>
    software ? shortTile : n < short ? { workgroup: 32, items: 8 } : { workgroup: 128, items: 16 },
  kernel: (params, { tile, constants }) =>
    wgsl('radix/scatter.wgsl', { ...constants, ITEMS: tile.items, PAIRS: String(params.of === 'pairs') }),
};

/** A digit of eight bits a pass; a tile is sorted in workgroup memory before it is sent. */
export const sentInOrder: Scatter = {
  bits: 8,
  tile: localTile,
  kernel: (params, { tile, constants }) =>
    wgsl('radix/local.wgsl', {
      ...constants,
      ITEMS: tile.items,
      TILE: tile.workgroup * tile.items,
      PAIRS: String(params.of === 'pairs'),
    }),
};

// A tile of 4096 takes 34 KiB of workgroup memory: tags, counters and offsets.
function localTile({ n }: SortCase, device: DeviceFacts): Tile {
  if (device.software) return shortTile;
  if (n < short) return { workgroup: 32, items: 8 };
  const isLarge = n >= 2 ** 20 && limitOf(device, 'maxComputeWorkgroupStorageSize') >= 36_864;
  return isLarge ? { workgroup: 256, items: 16 } : { workgroup: 128, items: 4 };
}

/** The passes of all digits, least first: keys and values go back and forth between the outputs and buffers of their size. */
export function radixPasses(scatter: Scatter): PlanCase<SortCase> {
  return (params, device) => {
    if (params.n === 0) return nothing;
    const tile = scatter.tile(params, device);
    const tiles = Math.ceil(params.n / (tile.workgroup * tile.items));
    const scan = exclusiveScan(2 ** scatter.bits * tiles, device);
    return planOf(params, { scatter, tile, tiles, scan, device });
  };
}

interface Launch {
  readonly scatter: Scatter;
  readonly tile: Tile;
  readonly tiles: number;
  readonly scan: Scan;
  readonly device: DeviceFacts;
}

function planOf(params: SortCase, launch: Launch): Plan {
  const { scatter, scan, tiles } = launch;
  const digits = 32 / scatter.bits;
  const entries = Array.from({ length: digits }, (_, digit): Entry => [scatter.bits * digit, 0]);
  const counts = 2 ** scatter.bits * tiles;
  const perDigit = 4 * params.n * (1 + 2 * wordsOf(params)) + 8 * counts + scan.bytes;
  return {
    passes: [
      writeEntries(entries),
      ...entries.flatMap((_, digit) => [
        histogram(params, launch, digit),
        ...scan.passes,
        send(params, launch, digit),
      ]),
    ],
    scratch: {
      ...scan.scratch,
      entries: entriesBytes(entries),
      otherKeys: 4 * params.n,
      otherValues: carriedBytes(params),
    },
    implBytes: digits * perDigit + entriesBytes(entries),
    longestSum: 1,
  };
}

/**
 * Where a pass finds keys and values, and where it sends them: the number of passes is even, so that the last one sends to the outputs.
 * Of keys alone nothing is read or written in the place of values, but something is bound.
 */
export function buffersOf({ of }: SortCase, digit: number): { readonly from: Buffers; readonly to: Buffers } {
  const first: Buffers = ['keys', 'values'];
  const other: Buffers = ['otherKeys', 'otherValues'];
  const last: Buffers = ['sorted', 'carried'];
  const from = digit === 0 ? first : digit % 2 === 1 ? other : last;
  const to = digit % 2 === 0 ? other : last;
  return of === 'pairs' ? { from, to } : { from: [from[0], from[0]], to: [to[0], 'otherValues'] };
}

type Buffers = readonly [keys: string, values: string];

function tileConstants(params: SortCase, { tile, tiles, scatter }: Launch) {
  const { workgroups, GRID_X } = grid(tiles);
  const constants = {
    N: params.n,
    WORKGROUP: tile.workgroup,
    RADIX: 2 ** scatter.bits,
    GRID_X,
    ...orderConstants(params),
  };
  return { workgroups, constants };
}

function histogram(params: SortCase, launch: Launch, digit: number): Pass {
  const { workgroups, constants } = tileConstants(params, launch);
  const { workgroup, items } = launch.tile;
  return {
    wgsl: wgsl('radix/histogram.wgsl', { ...constants, TILE: workgroup * items }),
    bindings: [buffersOf(params, digit).from[0], 'counts0', entryAt(digit)],
    workgroups,
  };
}

function send(params: SortCase, launch: Launch, digit: number): Pass {
  const { workgroups, constants } = tileConstants(params, launch);
  const { from, to } = buffersOf(params, digit);
  const { tile, device, scatter } = launch;
  return {
    wgsl: scatter.kernel(params, { tile, device, constants }),
    bindings: [from[0], to[0], from[1], to[1], 'counts0', entryAt(digit)],
    workgroups,
  };
}
