// How a vector is folded into one word by atomics: an update a workgroup, a subgroup, or an element.
import { multiprocessorsOf, notApplicable } from '@kernel-ladder/harness';
import { fillPass, gridOf, subgroupMin } from '@kernel-ladder/kernel-kit';
import type { Constants, DeviceFacts, Pass, PlanCase, Skip } from '@kernel-ladder/harness';
import { isFloat } from '../cases/identity.ts';
import { valueBytes } from '../cases/problem.ts';
import { identityBits, planned, split, workgroup } from './launch.ts';
import { vectorPass } from './vector.ts';
import type { FoldCase } from './vector.ts';

/** A kernel for integers, and one for floats, of which WGSL has no atomics. */
interface AtomicFiles {
  readonly integer: string;
  readonly float: string;
}

/** Many elements a thread, one atomic update a workgroup. */
export function atomic(files: AtomicFiles) {
  return planned<FoldCase>((params, device) => {
    const { groups, trips } = split(Math.ceil(params.n / workgroup), mostAtomicGroups(device));
    return {
      passes: [
        resetPass(params),
        updatePass(files, params, { constants: { STEPS: trips }, workgroups: [groups, 1, 1] }),
      ],
      implBytes: valueBytes(params) + 8 * groups + 4,
      longestSum: trips + Math.log2(workgroup) + groups,
    };
  });
}

/** One atomic update an element; vectors that would keep a device for seconds are not taken. */
export function atomicElement(files: AtomicFiles): PlanCase<FoldCase> {
  const plan = planned<FoldCase>((params) => {
    const workgroups = gridOf(Math.ceil(params.n / workgroup));
    return {
      passes: [
        resetPass(params),
        updatePass(files, params, { constants: { GRID_X: workgroups[0] }, workgroups }),
      ],
      implBytes: valueBytes(params) + 8 * params.n + 4,
      longestSum: params.n,
    };
  });
  return (params, device) =>
    refuseMore(params, isFloat(params.dtype) ? mostFloats : mostIntegers) ?? plan(params, device);
}

/** One atomic update a subgroup; vectors of floats that would keep a device for seconds are not taken. */
export function atomicSubgroup(files: AtomicFiles): PlanCase<FoldCase> {
  const plan = planned<FoldCase>((params, device) => {
    const workgroups = gridOf(Math.ceil(params.n / workgroup));
    const subgroups = Math.ceil(params.n / subgroupMin(device));
    return {
      passes: [
        resetPass(params),
        updatePass(files, params, { constants: { GRID_X: workgroups[0] }, workgroups }),
      ],
      implBytes: valueBytes(params) + 8 * subgroups + 4,
      longestSum: subgroups + Math.log2(Math.max(2, device.subgroupMaxSize)),
    };
  });
  return (params, device) =>
    (isFloat(params.dtype) ? refuseMore(params, mostFloats) : null) ?? plan(params, device);
}

function refuseMore({ n, dtype }: FoldCase, most: number): Skip | null {
  return n > most ? notApplicable(`takes up to ${most} elements of ${dtype}: they queue for one word`) : null;
}

// All of these hit one word: with thousands of them a compare-and-exchange loop takes milliseconds.
function mostAtomicGroups(device: DeviceFacts): number {
  return 2 * multiprocessorsOf(device);
}

// Of the exchanges that wait for one word all but one fail, so that time goes with the square of the threads that run at once.
const mostFloats = 2 ** 14;
// An atomic that cannot fail takes a cycle or two of the cache.
const mostIntegers = 2 ** 24;

function resetPass(params: FoldCase): Pass {
  return fillPass({ buffer: 'result', element: 'u32', count: 1, value: identityBits(params) });
}

function updatePass(
  files: AtomicFiles,
  params: FoldCase,
  { constants, workgroups }: { constants: Constants; workgroups: Pass['workgroups'] },
): Pass {
  const file = isFloat(params.dtype) ? files.float : files.integer;
  return vectorPass(file, params, constants, { bindings: ['values', 'result'], workgroups });
}
