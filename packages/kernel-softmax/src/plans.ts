// How each kernel is launched: constants, grids and passes for a case.
import { bytesOf, generated, missingFeature, notApplicable, wgsl } from '@kernel-ladder/harness';
import {
  foldLength,
  gridOf,
  itemWidth,
  residentThreads,
  rowsInSubgroups,
  rowTree,
  subgroupMin,
  unlessEmpty,
  withSubgroups,
} from '@kernel-ladder/kernel-kit';
import type { Constants, DeviceFacts, Pass, PlanCase } from '@kernel-ladder/harness';
import type { SoftmaxCase } from './cases.ts';
import { maskScale } from './inputs.ts';
import { residentText } from './kernels/resident.wgsl.ts';

const workgroup = 256;
// Above this a row is worth several workgroups. A part is at least 4 items a thread, and a row has at most 1024.
const shortestSplitRow = 4097;
const mostParts = 1024;
/** Rows up to which each is worth several workgroups. */
export const mostSplitRows = 64;

/** One workgroup a row and a tree in workgroup memory; `reads` is the number of sweeps that read the row. */
export function trees(file: string, reads: number): PlanCase<SoftmaxCase> {
  return unlessEmpty((params) => {
    const tree = rowTree(params.columns);
    return {
      passes: [rowPass(file, params, tree.constants, params.rows)],
      implBytes: traffic(params, reads, 1),
      longestSum: tree.longestSum,
    };
  });
}

/** One workgroup a row, pairs merged by subgroups, the row read twice. */
export function online(file: string): PlanCase<SoftmaxCase> {
  return inSubgroups((params, device) => {
    const shape = items(params);
    const threads = onlineThreads(shape.ITEMS, device);
    const constants = { ...shape, WORKGROUP: threads, SUBGROUP_MIN: subgroupMin(device) };
    return {
      passes: [rowPass(file, params, constants, params.rows)],
      implBytes: traffic(params, 2, 1),
      longestSum: Math.ceil(params.columns / threads) + foldLength(threads, device),
    };
  });
}

// Of a long row more threads: fewer rows are under way at a time, and the first-level cache still has them when they are read again.
function onlineThreads(itemsOfRow: number, device: DeviceFacts): number {
  const most = device.limits['maxComputeInvocationsPerWorkgroup'] ?? workgroup;
  return !device.software && itemsOfRow >= 2 * 512 && most >= 512 ? 512 : workgroup;
}

/** One subgroup a row, several rows a workgroup. */
export function subgroupRows(file: string): PlanCase<SoftmaxCase> {
  return inSubgroups((params, device) => {
    const shape = rowsInSubgroups(params, device, workgroup);
    if ('skip' in shape) return shape;
    return {
      passes: [rowPass(file, params, { ...items(params), ...shape.constants }, shape.groups)],
      implBytes: traffic(params, 1, 1),
      longestSum: shape.longestSum,
    };
  });
}

/** One workgroup a row, which it holds in registers; what is stored may be halves. */
export function resident(file: string): PlanCase<SoftmaxCase> {
  return inSubgroups((params, device) => {
    if (params.dtype === 'f16' && !device.features.has('shader-f16')) return missingFeature('shader-f16');
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
export function separate(files: { readonly first: string; readonly second: string }): PlanCase<SoftmaxCase> {
  return inSubgroups((params, device) => {
    if (params.mask === 'none') return notApplicable('there is no mask to apply beforehand');
    const threads = residentThreads(params, device);
    if (typeof threads !== 'number') return threads;
    const count = params.rows * params.columns;
    const first = gridOf(Math.ceil(count / itemWidth(params.columns) / workgroup));
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
export function split(files: {
  readonly partials: string;
  readonly normalise: string;
}): PlanCase<SoftmaxCase> {
  return inSubgroups((params, device) => {
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

/** Refuses halves. */
export function unlessHalves(plan: PlanCase<SoftmaxCase>): PlanCase<SoftmaxCase> {
  return (params, device) =>
    params.dtype === 'f32' ? plan(params, device) : notApplicable('reads f32 alone: resident takes halves');
}

/** Refuses the fills on which a rung promises nothing. */
export function unlessFill(
  fill: SoftmaxCase['fill'],
  because: string,
  plan: PlanCase<SoftmaxCase>,
): PlanCase<SoftmaxCase> {
  return (params, device) => (params.fill === fill ? notApplicable(because) : plan(params, device));
}

function inSubgroups(plan: PlanCase<SoftmaxCase>): PlanCase<SoftmaxCase> {
  return withSubgroups(unlessEmpty(plan));
}

interface ResidentLaunch {
  readonly params: SoftmaxCase;
  readonly device: DeviceFacts;
  readonly threads: number;
}

function residentPass(file: string, { params, device, threads }: ResidentLaunch): Pass {
  const workgroups = gridOf(params.rows);
  const isMasked = params.mask !== 'none';
  const text = residentText({
    rows: params.rows,
    columns: params.columns,
    workgroup: threads,
    subgroupMin: subgroupMin(device),
    gridX: workgroups[0],
    maskScale: isMasked ? maskScale : null,
    stored: params.dtype,
  });
  return { wgsl: generated(file, text), bindings: isMasked ? ['x', 'y', 'keep'] : ['x', 'y'], workgroups };
}

function rowPass(file: string, params: SoftmaxCase, constants: Constants, groups: number): Pass {
  const workgroups = gridOf(groups);
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

function items({ columns }: SoftmaxCase) {
  const width = itemWidth(columns);
  return {
    WIDTH: width,
    ITEMS: columns / width,
    Item: width === 4 ? 'vec4<f32>' : 'f32',
    KeepItem: width === 4 ? 'vec4<u32>' : 'u32',
  };
}

function traffic({ rows, columns, mask, dtype }: SoftmaxCase, reads: number, writes: number): number {
  const words = mask === 'none' ? 0 : 4 * reads;
  return rows * columns * (bytesOf(dtype) * (reads + writes) + words);
}
