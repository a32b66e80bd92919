// How a vector is folded by one dispatch, and what its workgroups leave by a second one of a single small workgroup; and what may be chosen of it.
import { multiprocessorsOf, parseDtype, sizeClass, tunable } from '@kernel-ladder/harness';
import { subgroupMin } from '@kernel-ladder/kernel-kit';
import type { Cost, DeviceFacts, Plan, Space, Tunable } from '@kernel-ladder/harness';
import { valueBytes } from '../cases/problem.ts';
import { planned, powerOfTwo, split, workgroup as usualWorkgroup } from './launch.ts';
import { vectorPass } from './vector.ts';
import type { FoldCase } from './vector.ts';

/** What is chosen of a launch; how many elements a thread takes follows from it. */
export type FoldChoice = {
  /** Threads of a workgroup. */
  readonly workgroup: number;
  /** Workgroups on each multiprocessor, if there is so much work. */
  readonly groups: number;
};

// Elements that a thread loads in a trip: four vec4s.
const inTrip = 16;

/** 16-byte loads, a constant number of trips, a second dispatch for the rest. */
export function twoDispatches(rung: string, file: string): Tunable<FoldCase> {
  return tunable<FoldCase, FoldChoice>({
    rung,
    classOf: ({ n, op, dtype }) => `n=${sizeClass(n)},${op},${dtype}`,
    space: choices,
    plan: (params, device, choice) =>
      planned<FoldCase>((given) => foldPlan(file, given, { device, choice }))(params, device),
  });
}

function choices(params: FoldCase, device: DeviceFacts): Space<FoldChoice> {
  const { subgroupMaxSize } = device;
  const units = (workgroup: number) => Math.ceil(params.n / (workgroup * inTrip));
  return {
    values: { workgroup: [32, 64, 128, 256, 512, 1024], groups: [1, 2, 4, 8, 16, 32] },
    constraints: [
      {
        why: 'A workgroup is whole subgroups.',
        holds: ({ workgroup }) => workgroup % Math.max(1, subgroupMaxSize) === 0,
      },
      {
        why: 'Half as many workgroups would not launch the same.',
        holds: ({ workgroup, groups }) =>
          groups === 1 || (groups / 2) * multiprocessorsOf(device) < units(workgroup),
      },
    ],
    model: (choice) => costOf(params, device, choice),
    usual: usualFold(params, device),
  };
}

// Vectors that large workgroups were seen to be faster for.
const isLong = 2 ** 26;

/**
 * Four workgroups on each multiprocessor: fewer starve it, more only add to the second dispatch. For long vectors two large ones, which are as many threads as it holds: so few
 * results are left that one subgroup folds them in a trip.
 */
function usualFold({ n }: FoldCase, { limits, software }: DeviceFacts): FoldChoice {
  const hasLarge = !software && (limits['maxComputeInvocationsPerWorkgroup'] ?? 0) >= 1024;
  return n >= isLong && hasLarge ? { workgroup: 1024, groups: 2 } : { workgroup: usualWorkgroup, groups: 4 };
}

function launchOf({ n }: FoldCase, device: DeviceFacts, { workgroup, groups }: FoldChoice) {
  return evenly(Math.max(1, Math.ceil(n / (workgroup * inTrip))), groups * multiprocessorsOf(device));
}

// A trip more in sixteen where it makes all workgroups' trips whole: their loads then need no bound.
function evenly(units: number, most: number): { readonly groups: number; readonly trips: number } {
  const { groups, trips } = split(units, most);
  const more = Array.from({ length: 1 + Math.floor(trips / 16) }, (_, extra) => trips + extra);
  const even = more.find((count) => units % count === 0);
  return even === undefined ? { groups, trips } : { groups: units / even, trips: even };
}

function costOf(params: FoldCase, device: DeviceFacts, choice: FoldChoice): Cost {
  const { groups } = launchOf(params, device, choice);
  return {
    threads: choice.workgroup,
    // Four vec4s in flight, the sum of those before, and addresses.
    registers: inTrip + 4 + 12,
    workgroupBytes: 4 * (choice.workgroup / subgroupMin(device) + 1),
    workgroups: groups,
    bytes: { memory: valueBytes(params) + 8 * groups + 4 },
  };
}

interface How {
  readonly device: DeviceFacts;
  readonly choice: FoldChoice;
}

function foldPlan(file: string, params: FoldCase, { device, choice }: How): Plan {
  const { workgroup } = choice;
  const { groups, trips } = launchOf(params, device, choice);
  const least = { SUBGROUP_MIN: subgroupMin(device) };
  const constants = { GROUPS: groups, TRIPS: trips, WORKGROUP: workgroup, ...least };
  const bindings = ['values', groups === 1 ? 'result' : 'partials'];
  const sums = vectorPass(file, params, constants, { bindings, workgroups: [groups, 1, 1] });
  const chain = trips + 2 + 2 + 2 * Math.log2(workgroup);
  if (groups === 1)
    return { passes: [sums], scratch: {}, implBytes: valueBytes(params) + 4, longestSum: chain };
  const last = lastWorkgroup(groups, device, workgroup);
  const rest = Math.ceil(groups / (last * inTrip));
  const fold = vectorPass(
    file,
    { ...params, n: groups },
    { GROUPS: 1, TRIPS: rest, WORKGROUP: last, ...least, Input: parseDtype(params.dtype).acc },
    { bindings: ['partials', 'result'], workgroups: [1, 1, 1] },
  );
  return {
    passes: [sums, fold],
    // Whole quads.
    scratch: { partials: 16 * Math.ceil(groups / 4) },
    implBytes: valueBytes(params) + 8 * groups + 4,
    longestSum: chain + rest + 4 + 2 * Math.log2(last),
  };
}

// Threads that fold so many results in a trip, no fewer than a subgroup has: a single subgroup needs no other's sum.
function lastWorkgroup(groups: number, { subgroupMaxSize }: DeviceFacts, most: number): number {
  return Math.min(most, Math.max(subgroupMaxSize, powerOfTwo(groups / inTrip)));
}
