// How each kernel is launched: constants, grids and passes for a case.
import { generated, missingFeature, notApplicable, overLimit, wgsl } from '@kernel-ladder/harness';
import type { Constants, DeviceFacts, Pass, Plan, Skip } from '@kernel-ladder/harness';
import type { SoftmaxCase } from './cases.ts';
import { maskScale } from './inputs.ts';
import { residentText, widthOf } from './kernels/resident.wgsl.ts';

const workgroup = 256;
// A dispatch dimension ends at 65535; rows of groups this short make even modest matrices take the two-dimensional path.
const rowOfGroups = 128;
// What a lane, or a thread, can hold in registers without spilling: 8 vec4s, or 32 single columns.
const mostHeld = { 4: 8, 1: 32 } as const;
// With this many a thread, loads enough are in flight; more threads a row are better than more items a thread.
const targetHeld = { 4: 4, 1: 16 } as const;
const residentWorkgroups = [32, 64, 128, 256, 512, 1024];
// The longest row of the subgroup rung: 32 lanes with 8 vec4s each.
const longestSubgroupRow = 1024;
// Above this a row is worth several workgroups. A part is at least 4 items a thread, and a row has at most 1024.
const shortestSplitRow = 4097;
const mostParts = 1024;
const mostSplitRows = 64;

type PlanCase = (params: SoftmaxCase, device: DeviceFacts) => Plan | Skip;

/** One workgroup a row and a tree in workgroup memory; `reads` is the number of sweeps that read the row. */
export function trees(file: string, reads: number): PlanCase {
  return planned((params) => {
    const levels = Math.min(8, Math.max(5, Math.ceil(Math.log2(params.columns))));
    return {
      passes: [rowPass(file, params, { WORKGROUP: 2 ** levels, LEVELS: levels }, params.rows)],
      implBytes: traffic(params, reads, 1),
      longestSum: Math.ceil(params.columns / 2 ** levels) + levels,
    };
  });
}

/** One workgroup a row, pairs merged by subgroups, the row read twice. */
export function online(file: string): PlanCase {
  return withSubgroups((params, device) => ({
    passes: [rowPass(file, params, { ...items(params), SUBGROUP_MIN: subgroupMin(device) }, params.rows)],
    implBytes: traffic(params, 2, 1),
    longestSum: Math.ceil(params.columns / workgroup) + foldLength(workgroup, device),
  }));
}

/** One subgroup a row, several rows a workgroup. */
export function subgroupRows(file: string): PlanCase {
  return withSubgroups((params, device) => {
    if (params.columns > longestSubgroupRow)
      return notApplicable(`a subgroup holds rows of up to ${longestSubgroupRow} columns`);
    const [least, most] = [subgroupMin(device), Math.max(subgroupMin(device), device.subgroupMaxSize)];
    const batch = batchOf(Math.ceil(params.columns / widthOf(params.columns) / least));
    const constants = { ...items(params), SUBGROUP_MIN: least, SUBGROUP_MAX: most, BATCH: batch };
    const groups = Math.ceil(params.rows / batch / Math.floor(workgroup / least));
    return {
      passes: [rowPass(file, params, constants, groups)],
      implBytes: traffic(params, 1, 1),
      longestSum: Math.ceil(params.columns / least) + Math.log2(most),
    };
  });
}

/** One workgroup a row, which it holds in registers. */
export function resident(file: string): PlanCase {
  return withSubgroups((params, device) => {
    const threads = residentThreads(params, device);
    if (typeof threads !== 'number') return threads;
    return {
      passes: [residentPass(file, { params, device, threads })],
      implBytes: traffic(params, 1, 1),
      longestSum: Math.ceil(params.columns / threads) + foldLength(threads, device),
    };
  });
}

/** Scale and mask through global memory, then the resident softmax: what fusing them saves. */
export function separate(files: { readonly first: string; readonly second: string }): PlanCase {
  return withSubgroups((params, device) => {
    if (params.mask === 'none') return notApplicable('there is no mask to apply beforehand');
    const threads = residentThreads(params, device);
    if (typeof threads !== 'number') return threads;
    const count = params.rows * params.columns;
    const first = groupsPass(Math.ceil(count / widthOf(params.columns) / workgroup));
    const second = residentPass(files.second, { params: { ...params, mask: 'none' }, device, threads });
    const { Item, KeepItem, ITEMS } = items(params);
    const constants = { Item, KeepItem, ITEMS, ROWS: params.rows, SCALE: maskScale, GRID_X: first[0] };
    return {
      passes: [
        { wgsl: wgsl(files.first, constants), bindings: ['x', 'masked', 'keep'], workgroups: first },
        { ...second, bindings: ['masked', 'y'] },
      ],
      scratch: { masked: Math.ceil(count / 4) * 16 },
      implBytes: traffic(params, 1, 1) + 2 * 4 * count,
      longestSum: Math.ceil(params.columns / threads) + foldLength(threads, device),
    };
  });
}

/** Several workgroups a row: partial pairs, then a second dispatch that merges them and normalises. */
export function split(files: { readonly partials: string; readonly normalise: string }): PlanCase {
  return withSubgroups((params, device) => {
    if (params.columns < shortestSplitRow) return notApplicable('a row this short is one workgroup’s work');
    if (params.rows > mostSplitRows)
      return notApplicable('rows this many keep all workgroups busy by themselves');
    const shape = items(params);
    const trips = Math.ceil(shape.ITEMS / (4 * workgroup * mostParts));
    const parts = Math.ceil(shape.ITEMS / (4 * workgroup * trips));
    const constants = { ...shape, SUBGROUP_MIN: subgroupMin(device), PARTS: parts, TRIPS: trips };
    const groups = params.rows * parts;
    const { WIDTH: _, ...second } = constants;
    const keep = keepBinding(params);
    return {
      passes: [
        { ...rowPass(files.partials, params, constants, groups), bindings: ['x', 'partials', keep] },
        { ...rowPass(files.normalise, params, second, groups), bindings: ['x', 'partials', keep, 'y'] },
      ],
      scratch: { partials: Math.ceil(groups / 2) * 16 },
      implBytes: traffic(params, 2, 1) + 8 * groups * (1 + parts),
      longestSum: 4 * trips + 2 * foldLength(workgroup, device) + Math.ceil(parts / workgroup),
    };
  });
}

// Rows or columns of none leave nothing to write.
function planned(plan: PlanCase): PlanCase {
  return (params, device) =>
    params.rows * params.columns === 0 ? { passes: [], implBytes: 0, longestSum: 0 } : plan(params, device);
}

/** Skips on a device without subgroups. */
export function withSubgroups(plan: PlanCase): PlanCase {
  return (params, device) =>
    device.features.has('subgroups') ? planned(plan)(params, device) : missingFeature('subgroups');
}

/** Refuses the fills on which a rung promises nothing. */
export function unlessFill(fill: SoftmaxCase['fill'], because: string, plan: PlanCase): PlanCase {
  return (params, device) => (params.fill === fill ? notApplicable(because) : plan(params, device));
}

// The fewest threads that hold the row within the target; else the fewest that hold it at all.
function residentThreads({ columns }: SoftmaxCase, device: DeviceFacts): number | Skip {
  const width = widthOf(columns);
  const held = (threads: number) => Math.ceil(columns / width / threads);
  const limit = 'maxComputeInvocationsPerWorkgroup';
  const offered = device.limits[limit] ?? 256;
  const sizes = residentWorkgroups.filter((threads) => threads <= offered);
  const fitting = sizes.find((threads) => held(threads) <= targetHeld[width]);
  const possible = fitting ?? sizes.findLast((threads) => held(threads) <= mostHeld[width]);
  if (possible !== undefined) return possible;
  const needed = residentWorkgroups.find((threads) => held(threads) <= mostHeld[width]);
  if (needed !== undefined) return overLimit(limit, needed, offered);
  return notApplicable('the row does not fit into the registers of one workgroup');
}

// Four items of each lane in flight, or one row where it alone has more.
function batchOf(held: number): number {
  return Math.max(1, Math.floor(4 / held));
}

interface ResidentLaunch {
  readonly params: SoftmaxCase;
  readonly device: DeviceFacts;
  readonly threads: number;
}

function residentPass(file: string, { params, device, threads }: ResidentLaunch): Pass {
  const workgroups = groupsPass(params.rows);
  const isMasked = params.mask !== 'none';
  const text = residentText({
    rows: params.rows,
    columns: params.columns,
    workgroup: threads,
    subgroupMin: subgroupMin(device),
    gridX: workgroups[0],
    maskScale: isMasked ? maskScale : null,
  });
  return { wgsl: generated(file, text), bindings: isMasked ? ['x', 'y', 'keep'] : ['x', 'y'], workgroups };
}

function rowPass(file: string, params: SoftmaxCase, constants: Constants, groups: number): Pass {
  const workgroups = groupsPass(groups);
  const isMasked = params.mask !== 'none';
  const columns = 'ITEMS' in constants ? {} : { COLUMNS: params.columns };
  const common = { ROWS: params.rows, MASKED: String(isMasked), SCALE: isMasked ? maskScale : 1 };
  return {
    wgsl: wgsl(file, { ...common, ...columns, ...constants, GRID_X: workgroups[0] }),
    bindings: ['x', 'y', keepBinding(params)],
    workgroups,
  };
}

// Where there is no mask the binding is never read; the logits fill its place.
function keepBinding({ mask }: SoftmaxCase): string {
  return mask === 'none' ? 'x' : 'keep';
}

function groupsPass(groups: number): readonly [x: number, y: number, z: number] {
  const gridX = Math.min(groups, rowOfGroups);
  return [gridX, Math.ceil(groups / gridX), 1];
}

function items({ columns }: SoftmaxCase) {
  const width = widthOf(columns);
  return {
    WIDTH: width,
    ITEMS: columns / width,
    Item: width === 4 ? 'vec4<f32>' : 'f32',
    KeepItem: width === 4 ? 'vec4<u32>' : 'u32',
  };
}

function traffic({ rows, columns, mask }: SoftmaxCase, reads: number, writes: number): number {
  return 4 * rows * columns * (reads * (mask === 'none' ? 1 : 2) + writes);
}

function subgroupMin(device: DeviceFacts): number {
  return Math.max(1, device.subgroupMinSize);
}

// Additions in a row that merges the workgroup's values: inside a subgroup, over the subgroups, inside one again.
function foldLength(threads: number, device: DeviceFacts): number {
  return Math.ceil(threads / subgroupMin(device) ** 2) + 2 * Math.log2(Math.max(2, device.subgroupMaxSize));
}
