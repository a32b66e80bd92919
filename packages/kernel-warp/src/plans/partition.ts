// Sums of partitions: four words a thread, or four vec4s.
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

/** A butterfly over a quarter of so many lanes, each of which has added up four neighbours: no subgroup has too few. */
export const quadPartitions: PlanCase<PartitionCase> = (params) => {
  const { n, lanes } = params;
  if (n === 0) return nothing;
  const workgroups = gridOf(Math.ceil(n / (1024 * rows)));
  const levels = Math.log2(lanes / 4);
  const constants = { N: n, LANES: lanes, LEVELS: levels, ROWS: rows, GRID_X: workgroups[0] };
  return {
    passes: [{ wgsl: wgsl('partition-quads.wgsl', constants), bindings: ['x', 'sums'], workgroups }],
    implBytes: warpWork(params).minBytes,
    longestSum: 2 + levels,
  };
};

// Vec4s of a thread: as many as a partition may have lanes, so that each of them writes.
const rows = 4;
