// Built-in functions over and over, and sums made of shuffles in the place of the built-in one.
import { generated, notApplicable } from '@kernel-ladder/harness';
import type { DeviceFacts, Plan, PlanCase, Skip } from '@kernel-ladder/harness';
import { gridOf, refuseOver, subgroupMin } from '@kernel-ladder/kernel-kit';
import { builtinsOf } from '../builtins.ts';
import type { BuiltinCase } from '../cases/kinds.ts';
import { builtinLaunch } from '../cases/launches.ts';
import { sumFunction } from '../kernels/methods.wgsl.ts';
import type { SumMethod } from '../kernels/methods.wgsl.ts';
import { callsOf, repeatKernel } from '../kernels/repeat.wgsl.ts';
import type { RepeatText } from '../kernels/repeat.wgsl.ts';
import { warpWork } from '../problem.ts';

/** The functions themselves. */
export const repeated: PlanCase<BuiltinCase> = (params, device) =>
  launch(params, device, { calls: callsOf(builtinsOf(params.builtin, params.dtype)), functions: '' });

/** The built-in sum, put together by a method. */
export function summing(method: SumMethod): PlanCase<BuiltinCase> {
  return (params, device) => {
    if (params.builtin !== 'add') return notApplicable('is a way to add up');
    const { workgroup } = builtinLaunch(params);
    const most = device.subgroupMaxSize;
    const isWhole = subgroupMin(device) === most && workgroup % most === 0;
    const functions = sumFunction(method, {
      name: 'sum_lanes',
      type: params.dtype,
      mostLanes: most,
      isWhole,
    });
    const sum = 'sum_lanes(own, lane, there)';
    // Where not all lanes have the sum, the first one has it.
    const hasAll = method === 'builtin' || (method === 'xor' && isWhole);
    return launch(params, device, {
      calls: [{ call: hasAll ? sum : `subgroupBroadcastFirst(${sum})` }],
      functions,
    });
  };
}

function launch(
  params: BuiltinCase,
  device: DeviceFacts,
  text: Pick<RepeatText, 'calls' | 'functions'>,
): Plan | Skip {
  const { workgroup, groups, trips, chains, different } = builtinLaunch(params);
  const refused = refuseOver(device, 'maxComputeInvocationsPerWorkgroup', workgroup);
  if (refused) return refused;
  const workgroups = gridOf(groups);
  const kernel = repeatKernel({
    ...text,
    type: params.dtype,
    workgroup,
    groups,
    different,
    trips,
    chains,
    gridX: workgroups[0],
  });
  return {
    passes: [{ wgsl: generated('repeat.wgsl.ts', kernel), bindings: ['x', 'y', 'lanes'], workgroups }],
    implBytes: warpWork(params).minBytes,
    longestSum: 1,
  };
}
