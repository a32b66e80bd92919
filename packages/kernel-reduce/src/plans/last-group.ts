// How a vector is folded by one dispatch whose last workgroup folds what the others have left, and what may be chosen of it.
import { multiprocessorsOf, sizeClass, tunable } from '@kernel-ladder/harness';
import { fillPass, subgroupMin } from '@kernel-ladder/kernel-kit';
import type { Cost, DeviceFacts, Plan, Space, Tunable } from '@kernel-ladder/harness';
import { valueBytes } from '../cases/problem.ts';
import { planned, split, workgroup as usualWorkgroup } from './launch.ts';
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

/** 16-byte loads, a constant number of trips, the last workgroup folds the rest. */
export function lastGroupFolds(rung: string, file: string): Tunable<FoldCase> {
  return tunable<FoldCase, FoldChoice>({
    rung,
    classOf: ({ n, op, dtype }) => `n=${sizeClass(n)},${op},${dtype}`,
    space: choices,
    plan: (params, device, choice) =>
      planned<FoldCase>((given) => foldPlan(file, given, { device, choice }))(params, device),
  });
}

/** Four workgroups on each multiprocessor are the usual choice: fewer starve it, more only add to the final fold. */
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
    usual: { workgroup: usualWorkgroup, groups: 4 },
  };
}

function launchOf({ n }: FoldCase, device: DeviceFacts, { workgroup, groups }: FoldChoice) {
  return split(Math.ceil(n / (workgroup * inTrip)), groups * multiprocessorsOf(device));
}

function stateWords(groups: number): number {
  return 1 + 2 * groups;
}

function costOf(params: FoldCase, device: DeviceFacts, choice: FoldChoice): Cost {
  const { groups } = launchOf(params, device, choice);
  return {
    threads: choice.workgroup,
    // Four vec4s in flight, the sum of those before, and addresses.
    registers: inTrip + 4 + 12,
    workgroupBytes: 4 * (choice.workgroup / subgroupMin(device) + 1),
    workgroups: groups,
    bytes: { memory: valueBytes(params) + 12 * stateWords(groups) + 4 },
  };
}

interface How {
  readonly device: DeviceFacts;
  readonly choice: FoldChoice;
}

function foldPlan(file: string, params: FoldCase, { device, choice }: How): Plan {
  const { workgroup } = choice;
  const { groups, trips } = launchOf(params, device, choice);
  const constants = {
    GROUPS: groups,
    TRIPS: trips,
    WORKGROUP: workgroup,
    SUBGROUP_MIN: subgroupMin(device),
  };
  const words = stateWords(groups);
  const bindings = ['values', 'result', 'state'];
  const main = vectorPass(file, params, constants, { bindings, workgroups: [groups, 1, 1] });
  return {
    passes: groups === 1 ? [main] : [fillPass({ buffer: 'state', element: 'u32', count: words }), main],
    scratch: { state: words * 4 },
    implBytes: valueBytes(params) + 12 * words + 4,
    longestSum: trips + 2 + 2 + 2 * Math.log2(workgroup) + Math.ceil(groups / workgroup),
  };
}
