// Prefixes of blocks: a workgroup for each.
import { wgsl } from '@kernel-ladder/harness';
import type { PlanCase } from '@kernel-ladder/harness';
import { gridOf, nothing, refuseOver, subgroupMin } from '@kernel-ladder/kernel-kit';
import type { PrefixCase } from '../cases/kinds.ts';
import { standardWorkgroup } from '../cases/launches.ts';
import { blockLength } from '../problem.ts';

/** By shuffles from the lanes below, or by the built-in functions. */
export function prefixes(method: 'up' | 'builtin'): PlanCase<PrefixCase> {
  return (params, device) => {
    const { n, scan, dtype, workgroup = standardWorkgroup } = params;
    const refused = refuseOver(device, 'maxComputeInvocationsPerWorkgroup', workgroup);
    if (refused) return refused;
    if (n === 0) return nothing;
    const workgroups = gridOf(Math.ceil(n / blockLength(params)));
    const subgroups = Math.ceil(workgroup / subgroupMin(device));
    const constants = {
      N: n,
      BUILTIN: String(method === 'builtin'),
      INCLUSIVE: String(scan === 'inclusive'),
      WORKGROUP: workgroup,
      SUBGROUPS: subgroups,
      FOLD_STEPS: Math.ceil(subgroups / subgroupMin(device)),
      LEVELS: Math.log2(device.subgroupMaxSize),
      GRID_X: workgroups[0],
      Value: dtype,
    };
    return {
      passes: [{ wgsl: wgsl('prefix.wgsl', constants), bindings: ['x', 'y'], workgroups }],
      implBytes: 8 * n,
      longestSum: 2 * Math.ceil(Math.log2(workgroup)) + 4 + subgroups / subgroupMin(device),
    };
  };
}

/** A vec4 a thread, by shuffles. */
export const quadPrefixes: PlanCase<PrefixCase> = (params, device) => {
  const { n, scan, dtype, workgroup = standardWorkgroup } = params;
  const refused = refuseOver(device, 'maxComputeInvocationsPerWorkgroup', workgroup);
  if (refused) return refused;
  if (n === 0) return nothing;
  const workgroups = gridOf(Math.ceil(n / blockLength(params)));
  const subgroups = Math.ceil(workgroup / subgroupMin(device));
  const levels = Math.log2(device.subgroupMaxSize);
  const constants = {
    N: n,
    INCLUSIVE: String(scan === 'inclusive'),
    WORKGROUP: workgroup,
    SUBGROUPS: subgroups,
    LEVELS: levels,
    GRID_X: workgroups[0],
    Value: dtype,
  };
  return {
    passes: [{ wgsl: wgsl('prefix-quads.wgsl', constants), bindings: ['x', 'y'], workgroups }],
    implBytes: 8 * n,
    longestSum: 4 + levels + subgroups,
  };
};
