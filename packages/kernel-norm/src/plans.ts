// How each kernel is launched: constants, grids and passes for a case.
import { generated, notApplicable, wgsl } from '@kernel-ladder/harness';
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
import type { NormCase } from './cases.ts';
import { epsilon } from './inputs.ts';
import { residentText } from './kernels/resident.wgsl.ts';
import type { ResidentNorm } from './kernels/resident.wgsl.ts';

const workgroup = 256;

/** One workgroup a row and a tree in workgroup memory; `reads` sweeps read the row, one less where nothing is centred. */
export function trees(
  file: string,
  reads: { readonly layernorm: number; readonly rmsnorm: number },
): PlanCase<NormCase> {
  return unlessEmpty((params) => {
    const tree = rowTree(params.columns);
    const constants = { COLUMNS: params.columns, ...tree.constants, ...centring(params) };
    return {
      passes: [rowPass(file, params, constants, params.rows)],
      implBytes: traffic(params, reads[params.op]),
      longestSum: tree.longestSum,
    };
  });
}

/** One workgroup a row, triples merged by subgroups, the row read twice. */
export function welford(file: string): PlanCase<NormCase> {
  return inSubgroups((params, device) => {
    if (params.op !== 'layernorm') return notApplicable('RMS norm has no mean to follow');
    return {
      passes: [rowPass(file, params, { ...items(params), SUBGROUP_MIN: subgroupMin(device) }, params.rows)],
      implBytes: traffic(params, 2),
      longestSum: Math.ceil(params.columns / workgroup) + foldLength(workgroup, device),
    };
  });
}

/** One subgroup a row, several rows a workgroup. */
export function subgroupRows(file: string): PlanCase<NormCase> {
  return inSubgroups((params, device) => {
    const shape = rowsInSubgroups(params, device, workgroup);
    if ('skip' in shape) return shape;
    const constants = { ...items(params), ...centring(params), ...shape.constants };
    return {
      passes: [rowPass(file, params, constants, shape.groups)],
      implBytes: traffic(params, 1),
      longestSum: shape.longestSum,
    };
  });
}

/** One workgroup a row, which it holds in registers. */
export function resident(file: string): PlanCase<NormCase> {
  return inSubgroups((params, device) => {
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

function inSubgroups(plan: PlanCase<NormCase>): PlanCase<NormCase> {
  return withSubgroups(unlessEmpty(plan));
}

interface ResidentLaunch {
  readonly threads: number;
  readonly gridX: number;
}

function residentShape(params: NormCase, device: DeviceFacts, launch: ResidentLaunch): ResidentNorm {
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

function centring({ op }: NormCase) {
  return { CENTRED: String(op === 'layernorm') };
}

function items({ columns }: NormCase) {
  const width = itemWidth(columns);
  return { WIDTH: width, ITEMS: columns / width, Item: width === 4 ? 'vec4<f32>' : 'f32' };
}

function traffic({ rows, columns, op }: NormCase, reads: number): number {
  const parameters = (op === 'layernorm' ? 2 : 1) * rows;
  return 4 * columns * (rows * (reads + 1) + parameters);
}
