// The sum of a vector by a fixed number of workgroups that meet once: behind a barrier of atomics, or in a second dispatch.
import { multiprocessorsOf, notApplicable, wgsl } from '@kernel-ladder/harness';
import type { DeviceFacts, PlanCase } from '@kernel-ladder/harness';
import { fillPass, subgroupMin } from '@kernel-ladder/kernel-kit';
import type { SumCase } from '../cases/kinds.ts';

// Words of a workgroup of 256 threads in one trip, four vec4s a thread.
const tile = 4096;

// A software adapter runs few workgroups at once: others wait in vain for the rest.
const looks = { software: 4, hardware: 256 };

const ownGrid = notApplicable('has workgroups of 256');

function sharesOf({ n, dtype }: SumCase, device: DeviceFacts) {
  const tiles = Math.max(1, Math.ceil(n / tile));
  // Few enough that all of them run at once.
  const groups = Math.min(tiles, 4 * multiprocessorsOf(device));
  const least = subgroupMin(device);
  const folds = Math.ceil(256 / least ** 2);
  const trips = Math.ceil(tiles / groups);
  return {
    groups,
    constants: { N: n, GROUPS: groups, TRIPS: trips, SUBGROUP_MIN: least, FOLD_STEPS: folds, Value: dtype },
    longestSum: 4 * trips + folds + 20 + Math.ceil(groups / least),
  };
}

/** Each workgroup leaves the sum of its share, and one workgroup of a second dispatch adds them up. */
export const twoDispatches: PlanCase<SumCase> = (params, device) => {
  if (params.workgroup !== undefined) return ownGrid;
  const { groups, constants, longestSum } = sharesOf(params, device);
  const { GROUPS, SUBGROUP_MIN, Value } = constants;
  const total = { GROUPS, SUBGROUP_MIN, Value, STEPS: Math.ceil(groups / 256) };
  return {
    passes: [
      { wgsl: wgsl('shares.wgsl', constants), bindings: ['x', 'shares'], workgroups: [groups, 1, 1] },
      { wgsl: wgsl('shares-total.wgsl', total), bindings: ['shares', 'total'], workgroups: [1, 1, 1] },
    ],
    scratch: { shares: 4 * groups },
    implBytes: 4 * params.n + 8 * groups + 4,
    longestSum,
  };
};

/** One dispatch, behind the one that resets its barrier. */
export const gridBarrier: PlanCase<SumCase> = (params, device) => {
  if (params.workgroup !== undefined) return ownGrid;
  const { groups, constants, longestSum } = sharesOf(params, device);
  const bindings = ['x', 'total', 'state', 'known'];
  const barrier = { ...constants, LOOKS: looks[device.software ? 'software' : 'hardware'] };
  return {
    passes: [
      fillPass({ buffer: 'state', element: 'u32', count: 2 * groups }),
      { wgsl: wgsl('grid-barrier.wgsl', barrier), bindings, workgroups: [groups, 1, 1] },
    ],
    scratch: { state: 8 * groups, known: 4 * groups },
    // Every workgroup reads what all have published.
    implBytes: 4 * params.n + 20 * groups + 8 * groups ** 2,
    longestSum,
  };
};
