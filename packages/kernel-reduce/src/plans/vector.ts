// How each kernel that folds a vector to one value is launched.
import { multiprocessorsOf, notApplicable, parseDtype } from '@kernel-ladder/harness';
import { gridOf, refuseOver, subgroupMin } from '@kernel-ladder/kernel-kit';
import type { Constants, DeviceFacts, Pass, Plan, PlanCase } from '@kernel-ladder/harness';
import type { Reduction } from '../cases/identity.ts';
import type { SizedCase, VectorCase } from '../cases/kinds.ts';
import { valueBytes } from '../cases/problem.ts';
import { foldPass, planned, workgroup } from './launch.ts';
import type { LaunchShape } from './launch.ts';

/** A vector and an operation that gives a value. */
export type FoldCase = VectorCase & Reduction;

/** Four workgroups on each multiprocessor: fewer starve it, more only add to the final fold. */
export function mostGroups(device: DeviceFacts): number {
  return 4 * multiprocessorsOf(device);
}

/** One workgroup for the whole vector. */
export function singleGroup(file: string) {
  return planned<FoldCase>((params) => {
    const steps = Math.ceil(params.n / workgroup);
    const bindings = ['values', 'result', 'partials'];
    return {
      passes: [vectorPass(file, params, { STEPS: steps }, { bindings, workgroups: [1, 1, 1] })],
      scratch: { partials: workgroup * 4 },
      implBytes: valueBytes(params) + 2 * workgroup * 4 + 4,
      longestSum: steps + workgroup,
    };
  });
}

/** A kernel of which each level of a tree is a dispatch. */
interface Levels {
  readonly file: string;
  /** Invocations of a workgroup, at least the lanes of a subgroup; the texts of the trees count their levels for 256. */
  readonly size: number;
  /** What the kernel is told of the device. */
  readonly constants?: Constants;
}

/** One element a thread and one dispatch a level: n values become n / 256, until one is left. */
export function levels(file: string) {
  return planned<FoldCase>((params) => planLevels({ file, size: workgroup }, params));
}

/** The same for a kernel that leaves a value for each subgroup: it has room for as many as the device may have. */
export function subgroupLevels(file: string, size = workgroup) {
  return planned<FoldCase>((params, device) =>
    planLevels({ file, size, constants: { SUBGROUP_MIN: subgroupMin(device) } }, params),
  );
}

function planLevels(own: Levels, params: FoldCase): Plan {
  const { size } = own;
  const counts = levelCounts(params.n, size);
  const between = counts.slice(1);
  const passes = counts.map((count, level) =>
    levelPass(own, params, { count, level, isLast: level === between.length }),
  );
  return {
    passes,
    scratch: levelScratch(counts),
    implBytes: valueBytes(params) + between.reduce((sum, count) => sum + 2 * count * 4, 0) + 4,
    longestSum: counts.length * Math.log2(size),
  };
}

/** `levels` in workgroups of the size that the case asks for, none smaller than a subgroup. */
export function sizedLevels(file: string): PlanCase<SizedCase> {
  return (params, device) => {
    const { workgroup: size } = params;
    const { subgroupMaxSize } = device;
    if (size < subgroupMaxSize)
      return notApplicable(`a subgroup has up to ${subgroupMaxSize} lanes, more than a workgroup of ${size}`);
    const refused = refuseOver(device, 'maxComputeInvocationsPerWorkgroup', size);
    return refused ?? subgroupLevels(file, size)(params, device);
  };
}

/** How many values each level of a tree over tiles of `size` starts from. */
export function levelCounts(n: number, size = workgroup): readonly number[] {
  const counts = [n];
  while ((counts.at(-1) ?? 1) > size) counts.push(Math.ceil((counts.at(-1) ?? 1) / size));
  return counts;
}

/** A buffer of words for what each level but the last leaves. */
export function levelScratch(counts: readonly number[]): { readonly [name: string]: number } {
  return Object.fromEntries(counts.slice(1).map((count, level) => [`level${level}`, count * 4]));
}

/** The dispatch of one level of a tree: from the vector or what the level before has left, to what the next takes or the result. */
export function levelPass(
  { file, size, constants: own = {} }: Levels,
  params: FoldCase,
  level: { count: number; level: number; isLast: boolean },
): Pass {
  const workgroups = gridOf(Math.ceil(level.count / size));
  const inputs = level.level === 0 ? {} : { Input: parseDtype(params.dtype).acc };
  const from = level.level === 0 ? 'values' : `level${level.level - 1}`;
  const to = level.isLast ? 'result' : `level${level.level}`;
  const constants = { WORKGROUP: size, GRID_X: workgroups[0], ...inputs, ...own };
  return vectorPass(file, { ...params, n: level.count }, constants, { bindings: [from, to], workgroups });
}

/** A dispatch of a kernel that folds a vector. */
export function vectorPass(file: string, params: FoldCase, constants: Constants, launch: LaunchShape): Pass {
  const input = parseDtype(params.dtype).in;
  return foldPass(file, params, { N: params.n, Input: input, ...constants }, launch);
}
