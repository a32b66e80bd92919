// What subgroups allow, and how long their folds are.
import { missingFeature } from '@kernel-ladder/harness';
import type { DeviceFacts, PlanCase } from '@kernel-ladder/harness';

/** Skips on a device without subgroups. */
export function withSubgroups<Case>(plan: PlanCase<Case>): PlanCase<Case> {
  return (params, device) =>
    device.features.has('subgroups') ? plan(params, device) : missingFeature('subgroups');
}

/** The fewest lanes that a subgroup of the device may have. */
export function subgroupMin(device: DeviceFacts): number {
  return Math.max(1, device.subgroupMinSize);
}

/**
 * The longest chain of additions in a kernel that folds the values of a workgroup by subgroups: inside each, over what
 * they leave, in as many trips as the smallest take, and inside one again.
 */
export function foldLength(threads: number, device: DeviceFacts): number {
  return Math.ceil(threads / subgroupMin(device) ** 2) + 2 * Math.log2(Math.max(2, device.subgroupMaxSize));
}
