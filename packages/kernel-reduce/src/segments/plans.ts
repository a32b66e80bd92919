// How each kernel that reduces segments is launched.
import { bytesOf, parseDtype } from '@kernel-ladder/harness';
import type { Constants, DeviceFacts, Pass, Plan } from '@kernel-ladder/harness';
import type { SegmentsCase } from '../kinds.ts';
import { foldPass, gridOf, planned, subgroupMin, workgroup } from '../launch.ts';
import type { LaunchShape } from '../launch.ts';

// Threads and list items of each in the balanced kernel: the more, the fewer searches and carries. 256 · 16 need 19 KiB of
// workgroup memory, 256 · 8 less than the 16 KiB that every device has; SwiftShader's time to compile grows with those bytes.
const tileSizes = {
  large: { threads: 256, items: 16 },
  small: { threads: 256, items: 8 },
  software: { threads: 64, items: 4 },
};
const bytesOfLarge = 20_480;

/** One thread for each segment. */
export function threadPerSegment(file: string) {
  return segmented((params) => {
    const grid = gridOf(Math.ceil(params.segments / workgroup));
    const constants = { SEGMENTS: params.segments, GRID_X: grid.groups, Input: parseDtype(params.dtype).in };
    return {
      passes: [foldPass(file, params, constants, { bindings: ['values', 'offsets', 'result'], ...grid })],
      implBytes: segmentsBytes(params) + 4 * params.segments,
      longestSum: longestSegment(params),
    };
  });
}

/** One subgroup for each segment. */
export function subgroupPerSegment(file: string) {
  return segmented((params, device) => {
    const lanes = subgroupMin(device);
    const grid = gridOf(Math.ceil(params.segments / (workgroup / lanes)));
    const constants = {
      SEGMENTS: params.segments,
      GRID_X: grid.groups,
      Quad: `vec4<${parseDtype(params.dtype).in}>`,
      ...laneCounts(device),
    };
    return {
      passes: [foldPass(file, params, constants, { bindings: ['values', 'offsets', 'result'], ...grid })],
      // The quad in which one segment ends and the next begins is read for both.
      implBytes: segmentsBytes(params) + (4 + 2 * bytesOf(parseDtype(params.dtype).in)) * params.segments,
      longestSum: Math.ceil(longestSegment(params) / (4 * lanes)) + 4 + Math.log2(lanes),
    };
  });
}

/** Even tiles of elements and segment ends; what a tile carries over is added by a second kernel. */
export function mergedTiles(files: { readonly tiles: string; readonly carry: string }) {
  return segmented((params, device) => {
    const shape = tileShape(params, device);
    const passes = [tilePass(files.tiles, params, { device, ...shape })];
    if (shape.tiles > 1) passes.push(carryPass(files.carry, params, { device, ...shape }));
    const lanes = subgroupMin(device);
    return {
      passes,
      scratch: { firsts: 4 * shape.tiles, carries: 4 * shape.tiles },
      implBytes: segmentsBytes(params) + shape.tiles * (16 + 2 * 4 * lanes * shape.searchSteps),
      longestSum:
        shape.items + Math.log2(workgroup) + shape.threads / lanes + Math.ceil(shape.tiles / lanes) + 8,
    };
  });
}

/** Bytes of the elements, the offsets and the results, each touched once. */
export function segmentsBytes({ n, segments, dtype }: SegmentsCase): number {
  return n * bytesOf(parseDtype(dtype).in) + 4 * (segments + 1) + 4 * segments;
}

interface TileShape {
  readonly threads: number;
  readonly items: number;
  readonly tiles: number;
  readonly searchSteps: number;
}

interface TileLaunch extends TileShape {
  readonly device: DeviceFacts;
}

function tileShape({ n, segments }: SegmentsCase, device: DeviceFacts): TileShape {
  const { threads, items } = tileSizes[sizeFor(device)];
  let searchSteps = 0;
  // Every step leaves one of `lanes + 1` pieces.
  for (let reach = 1; reach <= segments; reach *= subgroupMin(device) + 1) searchSteps++;
  return { threads, items, searchSteps, tiles: Math.ceil((n + segments) / (threads * items)) };
}

function sizeFor(device: DeviceFacts): keyof typeof tileSizes {
  if (device.software) return 'software';
  return (device.limits['maxComputeWorkgroupStorageSize'] ?? 0) >= bytesOfLarge ? 'large' : 'small';
}

function tilePass(file: string, params: SegmentsCase, launch: TileLaunch): Pass {
  const grid = gridOf(launch.tiles);
  const constants = {
    N: params.n,
    SEGMENTS: params.segments,
    WORKGROUP: launch.threads,
    ITEMS: launch.items,
    SEARCH_STEPS: launch.searchSteps,
    SUBGROUP_MIN: subgroupMin(launch.device),
    GRID_X: grid.groups,
    Input: parseDtype(params.dtype).in,
  };
  const bindings = ['values', 'offsets', 'result', 'firsts', 'carries'];
  return foldPass(file, params, constants, { bindings, ...grid });
}

function carryPass(file: string, params: SegmentsCase, launch: TileLaunch): Pass {
  const grid = gridOf(Math.ceil(launch.tiles / (workgroup / subgroupMin(launch.device))));
  const constants: Constants = {
    SEGMENTS: params.segments,
    TILE: launch.threads * launch.items,
    TILES: launch.tiles,
    GRID_X: grid.groups,
    ...laneCounts(launch.device),
  };
  const shape: LaunchShape = { bindings: ['offsets', 'firsts', 'carries', 'result'], ...grid };
  return foldPass(file, params, constants, shape);
}

function laneCounts(device: DeviceFacts): Constants {
  const least = subgroupMin(device);
  return { SUBGROUP_MIN: least, SUBGROUP_MAX: Math.max(least, device.subgroupMaxSize) };
}

// No segments, no results: nothing to launch.
function segmented(plan: (params: SegmentsCase, device: DeviceFacts) => Plan) {
  return planned<SegmentsCase>((params, device) =>
    params.segments === 0 ? { passes: [], implBytes: 0, longestSum: 1 } : plan(params, device),
  );
}

// Lengths are drawn when the inputs are made; of those that are not even, any may hold everything.
function longestSegment({ n, segments, lengths }: SegmentsCase): number {
  return lengths === 'uniform' ? Math.ceil(n / segments) : n;
}
