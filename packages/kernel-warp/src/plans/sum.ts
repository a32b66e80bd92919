// Sums in levels: each workgroup leaves one number of a tile, until one number is left.
import { generated, wgsl } from '@kernel-ladder/harness';
import type { DeviceFacts, Pass, Plan, PlanCase, Skip, Wgsl } from '@kernel-ladder/harness';
import { gridOf, refuseOver, subgroupMin } from '@kernel-ladder/kernel-kit';
import type { SumCase } from '../cases/kinds.ts';
import { standardWorkgroup, wordsSummed } from '../cases/launches.ts';
import type { SumMethod } from '../kernels/methods.wgsl.ts';
import { sumKernel } from '../kernels/sum.wgsl.ts';

/** Numbers of one level, and the grid that they are summed in. */
interface Level {
  readonly count: number;
  readonly workgroup: number;
  readonly gridX: number;
}

/** Every number through its subgroup, by a method. */
export function subgroupSums(method: SumMethod): PlanCase<SumCase> {
  return (params, device) =>
    inLevels(params, device, ({ count, workgroup, gridX }) => {
      const lanes = { least: subgroupMin(device), most: device.subgroupMaxSize };
      return generated(
        'sum.wgsl.ts',
        sumKernel({ method, n: count, type: params.dtype, workgroup, lanes, gridX }),
      );
    });
}

/** Every number through a tree in workgroup memory. */
export const treeSums: PlanCase<SumCase> = (params, device) =>
  inLevels(params, device, ({ count, workgroup, gridX }) =>
    wgsl('sum-tree.wgsl', {
      N: count,
      WORKGROUP: workgroup,
      LEVELS: Math.ceil(Math.log2(workgroup)),
      GRID_X: gridX,
      Value: params.dtype,
    }),
  );

function inLevels(params: SumCase, device: DeviceFacts, kernel: (level: Level) => Wgsl): Plan | Skip {
  const { n, workgroup = standardWorkgroup } = params;
  const refused = refuseOver(device, 'maxComputeInvocationsPerWorkgroup', workgroup);
  if (refused) return refused;
  const tile = wordsSummed * workgroup;
  const counts = [n];
  while ((counts.at(-1) ?? 1) > tile) counts.push(Math.ceil((counts.at(-1) ?? 1) / tile));
  const between = counts.slice(1);
  const passes = counts.map((count, level): Pass => {
    const workgroups = gridOf(Math.max(1, Math.ceil(count / tile)));
    const bindings = [
      level === 0 ? 'x' : `level${level - 1}`,
      level === between.length ? 'total' : `level${level}`,
    ];
    return { wgsl: kernel({ count, workgroup, gridX: workgroups[0] }), bindings, workgroups };
  });
  return {
    passes,
    // Levels are read as whole vec4s.
    scratch: Object.fromEntries(between.map((count, level) => [`level${level}`, 16 * Math.ceil(count / 4)])),
    implBytes: 4 * n + between.reduce((sum, count) => sum + 8 * count, 0) + 4,
    longestSum: counts.length * (8 + Math.ceil(Math.log2(workgroup))),
  };
}
