// Rows beside the ladder of allreduces: all ranks' vectors lie in the host's memory, as in the device's.
import { notApplicable } from '@kernel-ladder/harness';
import type { Arrays, Demand, Family, Skip, VariantKind } from '@kernel-ladder/harness';
import { family, strideOf, usualNodes } from '@kernel-ladder/kernel-allreduce';
import type { AllreduceCase } from '@kernel-ladder/kernel-allreduce';
import type { AllreduceTask } from './cpu/loops/allreduce.ts';
import { cpuRows, loadedWith } from './cpu/rows.ts';
import type { CpuProblem, Loaded } from './cpu/rows.ts';
import { sharedLike } from './cpu/shared.ts';
import { allreduceVendorRows } from './vendor/allreduce.ts';
import { vendorHost } from './vendor/host.ts';
import { vendorRows } from './vendor/row.ts';

/** The sum, mean or greatest of all ranks' vectors, as tasks. */
export const combinations: CpuProblem<AllreduceCase> = {
  plan: ({ n, ranks, nodes, dtype }): Demand | Skip => {
    if (nodes !== usualNodes) return notApplicable('the loop knows no nodes');
    if (dtype === 'f16') return notApplicable('the loop takes 32-bit elements');
    return { implBytes: 8 * ranks * n, longestSum: 1 };
  },
  flops: (params) => family.work(params).flops,
  flopsPerNs: 0.27,
  load,
};

/** The family of allreduces with peers instead of kernels. */
export const allreduceRows: Family<AllreduceCase, VariantKind> = {
  ...family,
  variants: [...cpuRows(combinations), ...vendorRows(family, allreduceVendorRows, vendorHost)],
  wrong: [],
};

function load(params: AllreduceCase, { input }: Arrays): Loaded {
  const { op, n, ranks, dtype } = params;
  if (!(input instanceof Float32Array || input instanceof Int32Array))
    throw new Error(`no loop combines ${dtype}`);
  const task: AllreduceTask = {
    kind: 'allreduce',
    op,
    n,
    ranks,
    stride: strideOf(params),
    input,
    output: sharedLike(input, input.length),
  };
  return loadedWith(task, { output: task.output });
}
