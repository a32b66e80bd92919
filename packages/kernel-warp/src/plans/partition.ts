// Sums of partitions: four words a thread.
import { notApplicable, wgsl } from '@kernel-ladder/harness';
import type { PlanCase } from '@kernel-ladder/harness';
import { gridOf, nothing, subgroupMin } from '@kernel-ladder/kernel-kit';
import type { PartitionCase } from '../cases/kinds.ts';
import { warpWork } from '../problem.ts';

/** A butterfly over as many lanes as a partition has; declines where a subgroup may have fewer. */
export const partitions: PlanCase<PartitionCase> = (params, device) => {
  const { n, lanes } = params;
  const least = subgroupMin(device);
  if (least < lanes) return notApplicable(`a subgroup may have ${least} lanes, a partition has ${lanes}`);
  if (n === 0) return nothing;
  const workgroups = gridOf(Math.ceil(n / 1024));
  const constants = { N: n, LANES: lanes, LEVELS: Math.log2(lanes), GRID_X: workgroups[0] };
  return {
    passes: [{ wgsl: wgsl('partition.wgsl', constants), bindings: ['x', 'sums'], workgroups }],
    implBytes: warpWork(params).minBytes,
    longestSum: Math.log2(lanes),
  };
};
