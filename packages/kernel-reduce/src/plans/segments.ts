// How each kernel that reduces segments is launched.
import { bytesOf, multiprocessorsOf, parseDtype } from '@kernel-ladder/harness';
import { gridOf, subgroupMin } from '@kernel-ladder/kernel-kit';
import type { Constants, DeviceFacts, Pass, Plan } from '@kernel-ladder/harness';
import type { SegmentsCase } from '../cases/kinds.ts';
import { mostTerms, segmentsBytes } from '../cases/problem.ts';
import { foldPass, planned, powerOfTwo, powerOfTwoWithin, workgroup } from './launch.ts';

// List items of a tile of the balanced kernel: more of them save searches and carries, more tiles keep a device busy.
const leastItems = 128;
const mostItems = 2048;
const tilesPerMultiprocessor = 32;
// Lanes that scan in the balanced kernel, with four elements each.
const mostLanes = 32;

/** One thread for each segment, which reads its elements itself or takes them from its workgroup. */
export function threadPerSegment(file: string) {
  return segmented((params) => {
    const workgroups = gridOf(Math.ceil(params.segments / workgroup));
    const constants = {
      SEGMENTS: params.segments,
      GRID_X: workgroups[0],
      Input: parseDtype(params.dtype).in,
    };
    return {
      passes: [foldPass(file, params, constants, { bindings: ['values', 'offsets', 'result'], workgroups })],
      implBytes: segmentsBytes(params) + 4 * params.segments,
      longestSum: mostTerms(params),
    };
  });
}

/** One subgroup for each segment. */
export function subgroupPerSegment(file: string) {
  return segmented((params, device) => {
    const lanes = subgroupMin(device);
    const workgroups = gridOf(Math.ceil(params.segments / (workgroup / lanes)));
    const constants = {
      SEGMENTS: params.segments,
      GRID_X: workgroups[0],
      Quad: `vec4<${parseDtype(params.dtype).in}>`,
      ...laneCounts(device),
    };
    return {
      passes: [foldPass(file, params, constants, { bindings: ['values', 'offsets', 'result'], workgroups })],
      // The quad in which one segment ends and the next begins is read for both.
      implBytes: segmentsBytes(params) + (4 + 2 * bytesOf(parseDtype(params.dtype).in)) * params.segments,
      longestSum: Math.ceil(mostTerms(params) / (4 * lanes)) + 4 + Math.log2(lanes),
    };
  });
}

/** Even tiles of elements and segment ends; what a tile carries over is added by a second kernel. */
export function mergedTiles(files: { readonly tiles: string; readonly carry: string }) {
  return segmented((params, device) => {
    const shape = tileShape(params, device);
    const passes = [tilePass(files.tiles, params, { device, ...shape })];
    // A first segment and a carry: written, and read where there is anybody to carry to.
    const carriedBytes = shape.tiles > 1 ? 16 : 8;
    if (shape.tiles > 1) passes.push(carryPass(files.carry, params, { device, ...shape }));
    const lanes = subgroupMin(device);
    return {
      passes,
      scratch: { firsts: 4 * shape.tiles, carries: 4 * shape.tiles },
      implBytes: segmentsBytes(params) + shape.tiles * (carriedBytes + 2 * 4 * lanes * shape.searchSteps),
      longestSum:
        shape.items / Math.min(lanes, mostLanes) +
        2 * Math.log2(mostLanes) +
        Math.ceil(shape.tiles / lanes) +
        8,
    };
  });
}

interface TileShape {
  readonly items: number;
  readonly tiles: number;
  readonly searchSteps: number;
}

interface TileLaunch extends TileShape {
  readonly device: DeviceFacts;
}

function tileShape({ n, segments }: SegmentsCase, device: DeviceFacts): TileShape {
  const enoughTiles = powerOfTwoWithin(tilesPerMultiprocessor * multiprocessorsOf(device));
  const share = powerOfTwo((n + segments) / enoughTiles);
  const items = Math.min(Math.max(share, leastItems), mostItems);
  let searchSteps = 0;
  // Every step leaves one of as many pieces as there are lanes.
  for (let reach = 1; reach <= segments; reach *= Math.max(2, subgroupMin(device))) searchSteps++;
  return { items, searchSteps, tiles: Math.ceil((n + segments) / items) };
}

function tilePass(file: string, params: SegmentsCase, launch: TileLaunch): Pass {
  const constants = {
    N: params.n,
    SEARCH_STEPS: launch.searchSteps,
    Input: parseDtype(params.dtype).in,
    ...tileConstants(params, launch),
  };
  const bindings = ['values', 'offsets', 'result', 'firsts', 'carries'];
  return foldPass(file, params, constants, { bindings, workgroups: tileGrid(launch) });
}

function carryPass(file: string, params: SegmentsCase, launch: TileLaunch): Pass {
  const bindings = ['offsets', 'firsts', 'carries', 'result'];
  return foldPass(file, params, tileConstants(params, launch), { bindings, workgroups: tileGrid(launch) });
}

function tileConstants({ segments }: SegmentsCase, launch: TileLaunch): Constants {
  return {
    SEGMENTS: segments,
    TILE: launch.items,
    TILES: launch.tiles,
    GRID_X: tileGrid(launch)[0],
    ...laneCounts(launch.device),
  };
}

// A subgroup for each tile.
function tileGrid({ tiles, device }: TileLaunch): Pass['workgroups'] {
  return gridOf(Math.ceil(tiles / (workgroup / subgroupMin(device))));
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
