// Vectors that are folded in workgroups of every size that a device may offer.
import type { EdgeCaseSet } from '@kernel-ladder/harness';
import type { SizedCase } from './kinds.ts';

/** Threads of the workgroups of all other cases: what the smallest device takes. */
export const standardWorkgroup = 256;

/** Threads that a workgroup may have. */
export const workgroupSizes: readonly number[] = [32, 64, 128, 256, 512, 1024];

const others = workgroupSizes.filter((size) => size !== standardWorkgroup);

/** Sums of one long vector, one for each size but the standard one. */
export const timedSizes: readonly SizedCase[] = others.map((workgroup) => ({
  n: 2 ** 24,
  op: 'sum',
  fill: 'uniform',
  dtype: 'f32',
  workgroup,
}));

/** Around the edges of a tile and of a row of the grid, which holds 128 tiles; nothing, and one element. */
export const sizedEdgeCases: EdgeCaseSet<SizedCase> = {
  set: 'EC-WORKGROUP',
  cases: others.flatMap((workgroup) =>
    [0, 1, workgroup - 1, workgroup + 1, 129 * workgroup].flatMap((n): readonly SizedCase[] => [
      { n, op: 'sum', fill: 'integers', dtype: 'f32', workgroup },
      { n, op: 'max', fill: 'one-sided', dtype: 'i32', workgroup },
    ]),
  ),
};
