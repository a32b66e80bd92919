// Awkward cases that say something of their launch, which one rung each takes.
import type { EdgeCaseSet } from '@kernel-ladder/harness';
import { gemmCase, shaped, surface } from '../cases.ts';
import type { GemmCase } from '../cases.ts';

const launchSizes = [
  [1, 1, 1],
  [33, 17, 32],
  [64, 64, 64],
  [65, 130, 40],
  [129, 36, 100],
  [5, 7, 0],
  [0, 7, 3],
] as const;

/** Stages, workgroups and points of a surface, on products around their tiles. */
export const launches: readonly EdgeCaseSet<GemmCase>[] = [
  // Fewer steps than stages, as many, and more; none that any other rung takes.
  {
    set: 'EC-STAGES',
    cases: [1, 2, 3].flatMap((stages) =>
      [
        [16, 16, 16],
        [33, 17, 32],
        [20, 36, 40],
        [64, 64, 64],
        [48, 16, 100],
        [5, 7, 0],
      ].flatMap(([m = 0, n = 0, k = 0]) => shaped([m, n, k], ['f32'], { stages, fill: 'integers' })),
    ),
  },
  // One workgroup for all tiles, fewer than tiles, as many, and more; products without a tile and without a term.
  {
    set: 'EC-GROUPS',
    cases: [
      // The text is the same for every number of them.
      ...[1, 2, 3, 7, 64, 1024].map((groups) => gemmCase([65, 130, 40], { groups, fill: 'integers' })),
      gemmCase([257, 129, 9], { groups: 2 }),
      gemmCase([5, 7, 0], { groups: 2 }),
      gemmCase([0, 7, 3], { groups: 3 }),
    ],
  },
  // Every point of the surface on products that its tile fits and overhangs, and memory that lies idle.
  {
    set: 'EC-OCCUPANCY',
    cases: [
      ...surface.flatMap((point, index) => [
        gemmCase(launchSizes[index % launchSizes.length] ?? [1, 1, 1], { ...point, fill: 'integers' }),
        gemmCase([100, 68, 36], point),
        gemmCase([257, 129, 9], point),
      ]),
      ...[8, 16].flatMap((held) =>
        launchSizes.map((size) => gemmCase(size, { workgroup: 64, ilp: 16, held, fill: 'integers' })),
      ),
    ],
  },
];
