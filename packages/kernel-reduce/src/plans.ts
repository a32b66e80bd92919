// How each kernel is launched: constants, grids and passes for a case.
import { bytesOf, missingFeature, parseDtype, wgsl } from '@kernel-ladder/harness';
import type { Constants, DeviceFacts, Pass, Plan, Skip } from '@kernel-ladder/harness';
import type { ReduceCase } from './cases.ts';
import { identityValue } from './inputs.ts';

const workgroup = 256;
// Four workgroups on each of an H200's 132 multiprocessors: fewer starve it, more only add to the final fold.
const mostGroups = 528;
// All of these hit one word: with thousands of them a compare-and-exchange loop takes milliseconds.
const mostAtomicGroups = 264;
// A dispatch dimension ends at 65535; rows this short make even modest vectors take the two-dimensional path.
const rowOfGroups = 128;

/** One workgroup for the whole vector. */
export function singleGroup(file: string) {
  return planned((params) => {
    const steps = Math.ceil(params.n / workgroup);
    return {
      passes: [
        pass(file, params, { STEPS: steps }, { bindings: ['values', 'result', 'partials'], groups: 1 }),
      ],
      scratch: { partials: workgroup * 4 },
      implBytes: inputBytes(params) + 2 * workgroup * 4 + 4,
      longestSum: steps + workgroup,
    };
  });
}

/** One element a thread and one dispatch a level: n values become n / 256, until one is left. */
export function levels(file: string) {
  return planned((params) => {
    const counts = [params.n];
    while ((counts.at(-1) ?? 1) > workgroup) counts.push(Math.ceil((counts.at(-1) ?? 1) / workgroup));
    const between = counts.slice(1);
    const passes = counts.map((count, level) =>
      levelPass(file, params, { count, level, isLast: level === between.length }),
    );
    const moved = between.reduce((sum, count) => sum + 2 * count * 4, 0);
    return {
      passes,
      scratch: Object.fromEntries(between.map((count, level) => [`level${level}`, count * 4])),
      implBytes: inputBytes(params) + moved + 4,
      longestSum: counts.length * Math.log2(workgroup),
    };
  });
}

/** Many elements a thread, one atomic update a workgroup. */
export function atomic(files: { readonly integer: string; readonly float: string }) {
  return planned((params) => {
    const { groups, trips } = split(Math.ceil(params.n / workgroup), mostAtomicGroups);
    const isInteger = params.dtype === 'i32' || params.dtype === 'u32';
    const file = isInteger ? files.integer : files.float;
    return {
      passes: [
        resetPass({ words: 1, value: bits(params), buffer: 'result' }),
        pass(file, params, { STEPS: trips }, { bindings: ['values', 'result'], groups }),
      ],
      implBytes: inputBytes(params) + 8 * groups + 4,
      longestSum: trips + Math.log2(workgroup) + groups,
    };
  });
}

/** 16-byte loads, a constant number of trips, the last workgroup folds the rest. */
export function lastGroupFolds(file: string) {
  return planned((params, device) => {
    const { groups, trips } = split(Math.ceil(params.n / (workgroup * 16)), mostGroups);
    const constants = { GROUPS: groups, TRIPS: trips, SUBGROUP_MIN: subgroupMin(device) };
    const words = 1 + 2 * groups;
    const main = pass(file, params, constants, { bindings: ['values', 'result', 'state'], groups });
    return {
      passes: groups === 1 ? [main] : [resetPass({ words, value: 0, buffer: 'state' }), main],
      scratch: { state: words * 4 },
      implBytes: inputBytes(params) + 12 * words + 4,
      longestSum: trips + 2 + 2 + 2 * Math.log2(workgroup) + Math.ceil(groups / workgroup),
    };
  });
}

type PlanCase = (params: ReduceCase, device: DeviceFacts) => Plan | Skip;

// What every kernel of the family needs of the device, then the plan itself.
function planned(plan: (params: ReduceCase, device: DeviceFacts) => Plan): PlanCase {
  return (params, device) => {
    if (params.dtype === 'f16-f32' && !device.features.has('shader-f16')) return missingFeature('shader-f16');
    return plan(params, device);
  };
}

/** Skips on a device without subgroups. */
export function withSubgroups(plan: PlanCase): PlanCase {
  return (params, device) =>
    device.features.has('subgroups') ? plan(params, device) : missingFeature('subgroups');
}

function levelPass(
  file: string,
  params: ReduceCase,
  level: { count: number; level: number; isLast: boolean },
): Pass {
  const groups = Math.max(1, Math.ceil(level.count / workgroup));
  const gridX = Math.min(groups, rowOfGroups);
  const inputs = level.level === 0 ? {} : { Input: parseDtype(params.dtype).acc };
  const from = level.level === 0 ? 'values' : `level${level.level - 1}`;
  const to = level.isLast ? 'result' : `level${level.level}`;
  const launch = { bindings: [from, to], groups: gridX, rows: Math.ceil(groups / gridX) };
  return pass(file, { ...params, n: level.count }, { GRID_X: gridX, ...inputs }, launch);
}

interface LaunchShape {
  readonly bindings: readonly string[];
  readonly groups: number;
  readonly rows?: number;
}

function pass(file: string, params: ReduceCase, constants: Constants, launch: LaunchShape): Pass {
  const { in: input, acc } = parseDtype(params.dtype);
  const ops = { sum: 0, min: 1, max: 2 };
  const common = {
    N: params.n,
    OP: ops[params.op],
    IDENTITY: identityLiteral(params),
    Input: input,
    Value: acc,
  };
  const enables = input === 'f16' ? ['f16'] : [];
  return {
    wgsl: wgsl(file, { ...common, ...constants }, enables),
    bindings: launch.bindings,
    workgroups: [launch.groups, launch.rows ?? 1, 1],
  };
}

function resetPass(reset: { words: number; value: number; buffer: string }): Pass {
  return {
    wgsl: wgsl('reset.wgsl', { WORDS: reset.words, VALUE: reset.value }),
    bindings: [reset.buffer],
    workgroups: [Math.ceil(reset.words / 256), 1, 1],
  };
}

// Even shares of `units` over at most `most` workgroups.
function split(units: number, most: number): { readonly groups: number; readonly trips: number } {
  const trips = Math.max(1, Math.ceil(units / most));
  return { groups: Math.max(1, Math.ceil(units / trips)), trips };
}

function subgroupMin(device: DeviceFacts): number {
  return Math.max(1, device.subgroupMinSize);
}

function inputBytes(params: ReduceCase): number {
  return params.n * bytesOf(parseDtype(params.dtype).in);
}

// As an abstract number that any of the types takes exactly.
function identityLiteral(params: ReduceCase): string {
  const value = identityValue(params);
  const isFloat = params.dtype === 'f32' || params.dtype === 'f16-f32';
  if (!isFloat || value === 0) return String(value);
  return `${value < 0 ? '-' : ''}0x1.fffffep+127f`;
}

function bits(params: ReduceCase): number {
  const isFloat = params.dtype === 'f32' || params.dtype === 'f16-f32';
  const value = identityValue(params);
  return isFloat ? (new Uint32Array(Float32Array.of(value).buffer)[0] ?? 0) : value >>> 0;
}
