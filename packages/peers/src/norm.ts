// Rows beside the ladder of normalisations.
import type { Arrays, Demand, Family, VariantKind } from '@kernel-ladder/harness';
import { epsilon, family } from '@kernel-ladder/kernel-norm';
import type { NormCase } from '@kernel-ladder/kernel-norm';
import type { NormTask } from './cpu/loops/norm.ts';
import { cpuRows, loadedWith } from './cpu/rows.ts';
import type { CpuProblem, Loaded, Threads } from './cpu/rows.ts';
import { sharedLike } from './cpu/shared.ts';
import { createTeam } from './cpu/team.ts';
import { normVendorRows } from './vendor/norm.ts';
import { vendorHost } from './vendor/host.ts';
import { vendorRows } from './vendor/row.ts';
import { normLibraries } from './web/norm.ts';

/** Layer normalisation and RMS norm of each row of a matrix, as tasks. */
export const normalisations: CpuProblem<NormCase> = {
  // Rows are read once for each moment and once to be normalised. Moments are in f64.
  plan: ({ rows, columns, op }): Demand => ({
    implBytes: 4 * columns * (op === 'layernorm' ? 4 * rows + 2 : 3 * rows + 1),
    longestSum: 1,
  }),
  flops: (params) => family.work(params).flops,
  flopsPerNs: 0.6,
  load,
};

/** The family of normalisations with peers instead of kernels. */
export const normRows: Family<NormCase, VariantKind> = {
  ...family,
  variants: [...cpuRows(normalisations), ...normLibraries, ...vendorRows(family, normVendorRows, vendorHost)],
  wrong: [],
};

function load({ rows, columns }: NormCase, { x, gamma, beta }: Arrays, { threads }: Threads): Loaded {
  if (!(x instanceof Float32Array && gamma instanceof Float32Array))
    throw new Error('the loop normalises f32');
  const task: NormTask = {
    kind: 'norm',
    rows,
    columns,
    epsilon,
    x,
    gamma,
    beta: beta instanceof Float32Array ? beta : null,
    y: sharedLike(x, x.length),
    team: createTeam(threads),
  };
  return loadedWith(task, { y: task.y });
}
