// How each kernel is launched: constants, grids and passes for a case.
import { generated, missingFeature, notApplicable, overLimit, wgsl } from '@kernel-ladder/harness';
import type { Constants, DeviceFacts, Pass, Plan, Skip } from '@kernel-ladder/harness';
import type { NormCase } from './cases.ts';
import { epsilon } from './inputs.ts';
import { residentText, widthOf } from './kernels/resident.wgsl.ts';
import type { ResidentShape } from './kernels/resident.wgsl.ts';

const workgroup = 256;
// A dispatch dimension ends at 65535; rows of groups this short make even modest matrices take the two-dimensional path.
const rowOfGroups = 128;
// What a thread can hold in registers without spilling: 8 vec4s, or 32 single columns.
const mostHeld = { 4: 8, 1: 32 } as const;
// With this many a thread, loads enough are in flight; more threads a row are better than more items a thread.
const targetHeld = { 4: 4, 1: 16 } as const;
const residentWorkgroups = [32, 64, 128, 256, 512, 1024];
// The longest row of the subgroup rung: 32 lanes with 8 vec4s each.
const longestSubgroupRow = 1024;

type PlanCase = (params: NormCase, device: DeviceFacts) => Plan | Skip;

/** One workgroup a row and a tree in workgroup memory; `reads` sweeps read the row, one less where nothing is centred. */
export function trees(
  file: string,
  reads: { readonly layernorm: number; readonly rmsnorm: number },
): PlanCase {
  return planned((params) => {
    const levels = Math.min(8, Math.max(5, Math.ceil(Math.log2(params.columns))));
    const constants = { COLUMNS: params.columns, WORKGROUP: 2 ** levels, LEVELS: levels };
    return {
      passes: [rowPass(file, params, { ...constants, ...centring(params) }, params.rows)],
      implBytes: traffic(params, reads[params.op]),
      longestSum: Math.ceil(params.columns / 2 ** levels) + levels,
    };
  });
}

/** One workgroup a row, triples merged by subgroups, the row read twice. */
export function welford(file: string): PlanCase {
  return withSubgroups((params, device) => {
    if (params.op !== 'layernorm') return notApplicable('RMS norm has no mean to follow');
    return {
      passes: [rowPass(file, params, { ...items(params), SUBGROUP_MIN: subgroupMin(device) }, params.rows)],
      implBytes: traffic(params, 2),
      longestSum: Math.ceil(params.columns / workgroup) + foldLength(workgroup, device),
    };
  });
}

/** One subgroup a row, several rows a workgroup. */
export function subgroupRows(file: string): PlanCase {
  return withSubgroups((params, device) => {
    if (params.columns > longestSubgroupRow)
      return notApplicable(`a subgroup holds rows of up to ${longestSubgroupRow} columns`);
    const [least, most] = [subgroupMin(device), Math.max(subgroupMin(device), device.subgroupMaxSize)];
    const batch = batchOf(Math.ceil(params.columns / widthOf(params.columns) / least));
    const sizes = { SUBGROUP_MIN: least, SUBGROUP_MAX: most, BATCH: batch };
    const constants = { ...items(params), ...centring(params), ...sizes };
    const groups = Math.ceil(params.rows / batch / Math.floor(workgroup / least));
    return {
      passes: [rowPass(file, params, constants, groups)],
      implBytes: traffic(params, 1),
      longestSum: Math.ceil(params.columns / least) + Math.log2(most),
    };
  });
}

/** One workgroup a row, which it holds in registers. */
export function resident(file: string): PlanCase {
  return withSubgroups((params, device) => {
    const threads = residentThreads(params, device);
    if (typeof threads !== 'number') return threads;
    const workgroups = gridOf(params.rows);
    const shape = residentShape(params, device, { threads, gridX: workgroups[0] });
    const bindings = params.op === 'layernorm' ? ['x', 'y', 'gamma', 'beta'] : ['x', 'y', 'gamma'];
    return {
      passes: [{ wgsl: generated(file, residentText(shape)), bindings, workgroups }],
      implBytes: traffic(params, 1),
      longestSum: Math.ceil(params.columns / threads) + foldLength(threads, device),
    };
  });
}

// Rows or columns of none leave nothing to write.
function planned(plan: PlanCase): PlanCase {
  return (params, device) =>
    params.rows * params.columns === 0 ? { passes: [], implBytes: 0, longestSum: 0 } : plan(params, device);
}

function withSubgroups(plan: PlanCase): PlanCase {
  return (params, device) =>
    device.features.has('subgroups') ? planned(plan)(params, device) : missingFeature('subgroups');
}

// The fewest threads that hold the row within the target; else as many as there are, if they hold it at all.
function residentThreads({ columns }: NormCase, device: DeviceFacts): number | Skip {
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
  readonly threads: number;
  readonly gridX: number;
}

function residentShape(params: NormCase, device: DeviceFacts, launch: ResidentLaunch): ResidentShape {
  return {
    rows: params.rows,
    columns: params.columns,
    isCentred: params.op === 'layernorm',
    epsilon,
    workgroup: launch.threads,
    subgroupMin: subgroupMin(device),
    gridX: launch.gridX,
  };
}

function rowPass(file: string, params: NormCase, constants: Constants, groups: number): Pass {
  const workgroups = gridOf(groups);
  return {
    wgsl: wgsl(file, { ROWS: params.rows, EPSILON: epsilon, ...constants, GRID_X: workgroups[0] }),
    // RMS norm has no shift and never reads the binding; the scale fills its place.
    bindings: ['x', 'y', 'gamma', params.op === 'layernorm' ? 'beta' : 'gamma'],
    workgroups,
  };
}

function gridOf(groups: number): readonly [x: number, y: number, z: number] {
  const gridX = Math.min(groups, rowOfGroups);
  return [gridX, Math.ceil(groups / gridX), 1];
}

function centring({ op }: NormCase) {
  return { CENTRED: String(op === 'layernorm') };
}

function items({ columns }: NormCase) {
  const width = widthOf(columns);
  return { WIDTH: width, ITEMS: columns / width, Item: width === 4 ? 'vec4<f32>' : 'f32' };
}

function traffic({ rows, columns, op }: NormCase, reads: number): number {
  const parameters = (op === 'layernorm' ? 2 : 1) * rows;
  return 4 * columns * (rows * (reads + 1) + parameters);
}

function subgroupMin(device: DeviceFacts): number {
  return Math.max(1, device.subgroupMinSize);
}

// Additions in a row that merges the workgroup's values: inside a subgroup, over the subgroups, inside one again.
function foldLength(threads: number, device: DeviceFacts): number {
  return Math.ceil(threads / subgroupMin(device) ** 2) + 2 * Math.log2(Math.max(2, device.subgroupMaxSize));
}
