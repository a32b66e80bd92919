// Rows beside the ladder of softmax.
import { notApplicable } from '@kernel-ladder/harness';
import type { Arrays, Demand, Family, Skip, VariantKind } from '@kernel-ladder/harness';
import { family, maskScale } from '@kernel-ladder/kernel-softmax';
import type { SoftmaxCase } from '@kernel-ladder/kernel-softmax';
import type { SoftmaxTask } from './cpu/loops/softmax.ts';
import { cpuRows, loadedWith } from './cpu/rows.ts';
import type { CpuProblem, Loaded, Threads } from './cpu/rows.ts';
import { sharedLike } from './cpu/shared.ts';
import { createTeam } from './cpu/team.ts';
import { softmaxVendorRows } from './vendor/softmax.ts';
import { vendorHost } from './vendor/host.ts';
import { vendorRows } from './vendor/row.ts';
import { softmaxLibraries } from './web/softmax.ts';

/** The softmax of each row of a matrix, as tasks. */
export const quotients: CpuProblem<SoftmaxCase> = {
  // Logits are read twice; exponentials are written, read and written again. Sums are in f64.
  plan: ({ rows, columns, dtype }): Demand | Skip =>
    dtype === 'f32'
      ? { implBytes: 20 * rows * columns, longestSum: 1 }
      : notApplicable('the loop takes logits of f32'),
  flops: (params) => family.work(params).flops,
  flopsPerNs: 0.13,
  load,
};

/** The family of softmax with peers instead of kernels. */
export const softmaxRows: Family<SoftmaxCase, VariantKind> = {
  ...family,
  variants: [
    ...cpuRows(quotients),
    ...softmaxLibraries,
    ...vendorRows(family, softmaxVendorRows, vendorHost),
  ],
  wrong: [],
};

function load({ rows, columns, mask }: SoftmaxCase, { x, keep }: Arrays, { threads }: Threads): Loaded {
  if (!(x instanceof Float32Array)) throw new Error('the loop takes logits of f32');
  const task: SoftmaxTask = {
    kind: 'softmax',
    rows,
    columns,
    scale: mask === 'none' ? 1 : maskScale,
    x,
    keep: keep instanceof Uint32Array ? keep : null,
    y: sharedLike(x, x.length),
    team: createTeam(threads),
  };
  return loadedWith(task, { y: task.y });
}
