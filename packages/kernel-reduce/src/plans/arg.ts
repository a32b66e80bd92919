// How each kernel that finds the index of an extreme is launched.
import { parseDtype } from '@kernel-ladder/harness';
import { fillPass, gridOf, subgroupMin } from '@kernel-ladder/kernel-kit';
import type { Constants, Pass, Plan } from '@kernel-ladder/harness';
import type { VectorCase } from '../cases/kinds.ts';
import { valueBytes } from '../cases/problem.ts';
import { opCode, pass as launchPass, planned, split, workgroup } from './launch.ts';
import type { LaunchShape } from './launch.ts';
import { levelCounts, levelScratch, mostGroups } from './vector.ts';

/** One workgroup for the whole vector. */
export function singleGroupArg(file: string) {
  return planned<VectorCase>((params) => {
    const constants = { N: params.n, STEPS: Math.ceil(params.n / workgroup), ...inputType(params) };
    const bindings = ['values', 'result', 'partials'];
    return {
      passes: [pass(file, params, constants, { bindings, workgroups: [1, 1, 1] })],
      scratch: { partials: workgroup * 4 },
      implBytes: valueBytes(params) + 3 * workgroup * 4 + 4,
      longestSum: 1,
    };
  });
}

/** One element a thread and one dispatch a level: n candidates become n / 256, until one is left. */
export function levelsArg(file: string) {
  return planned<VectorCase>((params) => planLevels(file, params, {}));
}

/** The same for a kernel that leaves a candidate for each subgroup: it has room for as many as the device may have. */
export function subgroupLevelsArg(file: string) {
  return planned<VectorCase>((params, device) =>
    planLevels(file, params, { SUBGROUP_MIN: subgroupMin(device) }),
  );
}

function planLevels(file: string, params: VectorCase, own: Constants): Plan {
  const counts = levelCounts(params.n);
  const between = counts.slice(1);
  const passes = counts.map((count, level) => {
    const workgroups = gridOf(Math.ceil(count / workgroup));
    // The list that no level precedes is not read; a binding it must have all the same.
    const list = level === 0 ? 'values' : `level${level - 1}`;
    const winners = level === between.length ? 'result' : `level${level}`;
    const constants = { COUNT: count, LEVEL: level, GRID_X: workgroups[0], ...inputType(params), ...own };
    return pass(file, params, constants, { bindings: ['values', list, winners], workgroups });
  });
  return {
    passes,
    scratch: levelScratch(counts),
    implBytes: valueBytes(params) + between.reduce((sum, count) => sum + 3 * count * 4, 0) + 4,
    longestSum: 1,
  };
}

/** 16-byte loads, a constant number of trips, the last workgroup compares the rest. */
export function lastGroupFoldsArg(file: string) {
  return planned<VectorCase>((params, device) => {
    const { groups, trips } = split(Math.ceil(params.n / (workgroup * 16)), mostGroups(device));
    const words = 1 + 2 * groups;
    const type = parseDtype(params.dtype).in;
    const constants = {
      N: params.n,
      GROUPS: groups,
      TRIPS: trips,
      SUBGROUP_MIN: subgroupMin(device),
      Quad: `vec4<${type}>`,
    };
    const bindings = ['values', 'result', 'state'];
    const main = pass(file, params, constants, { bindings, workgroups: [groups, 1, 1] });
    return {
      passes: groups === 1 ? [main] : [fillPass({ buffer: 'state', element: 'u32', count: words }), main],
      scratch: { state: words * 4 },
      implBytes: valueBytes(params) + 12 * words + 4 * groups + 4,
      longestSum: 1,
    };
  });
}

function inputType(params: VectorCase): Constants {
  return { Input: parseDtype(params.dtype).in };
}

function pass(file: string, params: VectorCase, constants: Constants, launch: LaunchShape): Pass {
  const common = { OP: opCode[params.op], Value: parseDtype(params.dtype).acc };
  return launchPass(file, params.dtype, { ...common, ...constants }, launch);
}
