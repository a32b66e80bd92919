// Sweeps: tiles whose keys subgroups rank by ballots, with offsets that were summed up, or found by looking back.
import { generated, wgsl } from '@kernel-ladder/harness';
import { fillPass, nothing, subgroupMin } from '@kernel-ladder/kernel-kit';
import type { DeviceFacts, Pass, Plan, PlanCase } from '@kernel-ladder/harness';
import type { SortCase } from '../cases/kinds.ts';
import { sweepKernel } from '../kernels/radix/sweep.wgsl.ts';
import type { Offsets } from '../kernels/radix/offsets.wgsl.ts';
import { orderNumbers } from '../order.ts';
import { buffersOf } from './radix.ts';
import type { Scatter, Tile } from './radix.ts';
import { carriedBytes, grid, limitOf, orderConstants, wordsOf } from './shape.ts';

/** A digit of eight bits a pass; subgroups rank the keys of a tile by ballots. */
export const sentByBallots: Scatter = {
  bits: 8,
  tile: sweepTile,
  kernel: (params, { tile, device }) => sweep(params, { tile, device, offsets: 'scanned' }),
};

/** What a tile takes beside its words: counts, starts, offsets, rows and counts made again, a digit each, and a few words. */
const perDigitBytes = 5 * 1024 + 256;

/**
 * The tiles of a device. Long vectors have large ones, whose digits go out in longer runs; short ones have many, so that all of the
 * device works. Each subgroup has 256 counters in the memory that the tile's words take later.
 */
export function sweepTile({ n }: SortCase, device: DeviceFacts): Tile {
  const bytes = limitOf(device, 'maxComputeWorkgroupStorageSize') - perDigitBytes;
  const isLarge = n >= 2 ** 20 && !device.software;
  const wanted = device.software || n <= 2 ** 12 ? tiny : isLarge ? large : small;
  const threads = limitOf(device, 'maxComputeInvocationsPerWorkgroup');
  const byCounters = subgroupMin(device) * 2 ** Math.floor(Math.log2(bytes / 1024));
  const byWords = 2 ** Math.floor(Math.log2(bytes / (4 * wanted.items)));
  return { ...wanted, workgroup: Math.min(wanted.workgroup, threads, byCounters, byWords) };
}

const large: Tile = { workgroup: 512, items: 16 };
const small: Tile = { workgroup: 256, items: 4 };
const tiny: Tile = { workgroup: 64, items: 4 };

interface SweepLaunch {
  readonly tile: Tile;
  readonly device: DeviceFacts;
  readonly offsets: Offsets;
}

function sweep(params: SortCase, { tile, device, offsets }: SweepLaunch) {
  const [gridX, rows] = grid(tilesOf(params, tile)).workgroups;
  const text = sweepKernel({
    ...tile,
    n: params.n,
    order: orderNumbers[params.dtype],
    isPairs: params.of === 'pairs',
    subgroupMin: subgroupMin(device),
    isWide: device.subgroupMaxSize > 32,
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

/** One reading for the counts of all digits, then one reading and one writing a digit (Adinets and Merrill, 2022). */
export function oneSweep(
  tileOf: (params: SortCase, device: DeviceFacts) => Tile = sweepTile,
): PlanCase<SortCase> {
  return (params, device) => (params.n === 0 ? nothing : sweepPlan(params, device, tileOf(params, device)));
}

function sweepPlan(params: SortCase, device: DeviceFacts, tile: Tile): Plan {
  const tiles = tilesOf(params, tile);
  const words = firstRow + 4 * (tiles + 1) * 256;
  const kernel = sweep(params, { tile, device, offsets: 'look-back' });
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
