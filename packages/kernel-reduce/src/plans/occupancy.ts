// How the surface of occupancy and instruction-level parallelism is launched.
import { notApplicable, wgsl } from '@kernel-ladder/harness';
import { gridOf, refuseOver, subgroupMin } from '@kernel-ladder/kernel-kit';
import type { PlanCase } from '@kernel-ladder/harness';
import type { OccupancyCase } from '../cases/kinds.ts';
import { valueBytes } from '../cases/problem.ts';
import { workgroup } from './launch.ts';
import { levelCounts, levelPass, levelScratch } from './vector.ts';

/** `ilp` vec4s a thread in workgroups of the size asked for, none smaller than a subgroup; what they leave is folded by `subgroup`. */
export const occupancy: PlanCase<OccupancyCase> = (params, device) => {
  const { n, workgroup: size, ilp } = params;
  if (size < device.subgroupMaxSize)
    return notApplicable(
      `a subgroup has up to ${device.subgroupMaxSize} lanes, more than a workgroup of ${size}`,
    );
  const refused = refuseOver(device, 'maxComputeInvocationsPerWorkgroup', size);
  if (refused) return refused;
  const groups = Math.max(1, Math.ceil(n / (4 * ilp * size)));
  const counts = groups === 1 ? [n] : [n, ...levelCounts(groups)];
  const workgroups = gridOf(groups);
  const least = { SUBGROUP_MIN: subgroupMin(device) };
  const constants = {
    N: n,
    ILP: ilp,
    WORKGROUP: size,
    ...least,
    GRID_X: workgroups[0],
  };
  const bindings = ['values', groups === 1 ? 'result' : 'level0'];
  const rest = counts.slice(1).map((count, at) =>
    levelPass({ file: 'subgroup.wgsl', size: workgroup, constants: least }, params, {
      count,
      level: at + 1,
      isLast: at === counts.length - 2,
    }),
  );
  return {
    passes: [{ wgsl: wgsl('occupancy.wgsl', constants), bindings, workgroups }, ...rest],
    scratch: levelScratch(counts),
    implBytes: valueBytes(params) + counts.slice(1).reduce((sum, count) => sum + 8 * count, 0) + 4,
    longestSum:
      ilp + 2 + counts.length * (Math.log2(Math.max(size, workgroup)) + 1) + size / subgroupMin(device) ** 2,
  };
};
