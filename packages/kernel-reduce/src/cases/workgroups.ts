// Vectors that are folded in workgroups of every size that a device may offer.
import type { EdgeCaseSet } from '@kernel-ladder/harness';
import type { OccupancyCase, SizedCase } from './kinds.ts';

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

const occupancySizes = [64, 128, 256, 512, 1024];

function occupancyCase(n: number, workgroup: number, ilp: number): OccupancyCase {
  return { n, op: 'sum', fill: 'uniform', dtype: 'f32', workgroup, ilp };
}

/** The surface: sums of one long vector by workgroups of 64 to 1024 threads, and one to eight loads in flight a thread. */
export const timedOccupancy: readonly OccupancyCase[] = occupancySizes.flatMap((workgroup) =>
  [1, 2, 4, 8].map((ilp) => occupancyCase(2 ** 26, workgroup, ilp)),
);

/** Around the edges of a tile, of a vec4 and of a row of the grid; nothing, and one element. */
export const occupancyEdgeCases: EdgeCaseSet<OccupancyCase> = {
  set: 'EC-OCCUPANCY',
  cases: occupancySizes.flatMap((workgroup) =>
    [1, 3, 8].flatMap((ilp) => {
      const tile = 4 * workgroup * ilp;
      return [0, 1, tile - 1, tile, tile + 5, 129 * tile + 2].map((n): OccupancyCase => ({
        ...occupancyCase(n, workgroup, ilp),
        fill: 'integers',
      }));
    }),
  ),
};

/** A number that is not finite, in the first and in a later tile. */
export const specialOccupancy: readonly OccupancyCase[] = [
  { ...occupancyCase(500, 64, 2), fill: 'nan' },
  { ...occupancyCase(5000, 64, 2), fill: 'inf' },
];
