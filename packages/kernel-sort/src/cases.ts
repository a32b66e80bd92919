// Which keys are sorted and put into tables: round and large numbers for timing, awkward ones for checking.
import { pairwise } from '@kernel-ladder/harness';
import type { EdgeCaseSet } from '@kernel-ladder/harness';
import { fills, keyTypes, kindsOf, sortCase, tableCase, tableFills } from './cases/kinds.ts';
import type { KeyCase, SortCase } from './cases/kinds.ts';

/** The timed cases by size class. */
export const timedCases = {
  tiny: [sortCase(1000), tableCase(1000, 50)],
  small: [sortCase(2 ** 14)],
  headline: [sortCase(2 ** 26)],
  sweep: [
    ...[2 ** 10, 2 ** 12, 2 ** 16, 2 ** 18, 2 ** 20, 2 ** 22].map((n) => sortCase(n)),
    sortCase(2 ** 24, { dtype: 'i32' }),
    ...[25, 50, 75, 90].map((load) => tableCase(2 ** 24, load)),
    ...(['equal', 'sorted', 'reversed', 'few', 'hot'] as const).map((fill) => sortCase(2 ** 24, { fill })),
  ],
  huge: [sortCase(2 ** 24), sortCase(2 ** 26, { of: 'pairs' }), sortCase(2 ** 26, { dtype: 'f32' })],
} as const satisfies { readonly [size: string]: readonly KeyCase[] };

// Around nothing, subgroups, workgroups, and the tiles that vectors of such lengths have: 128 to 2048 keys.
const lengths = [
  1, 2, 3, 5, 31, 32, 33, 64, 127, 128, 129, 255, 256, 257, 511, 513, 1000, 1021, 1023, 1024, 1025, 2047,
  2048, 2049, 4095, 4096, 4097, 4099,
];

/** Lengths around every edge; every fill of every type; nothing; more tiles than a row of a grid has workgroups. */
export const edgeCases: readonly EdgeCaseSet<KeyCase>[] = [
  {
    set: 'EC-SORT',
    cases: [
      ...pairwise<SortCase>({ n: lengths, of: kindsOf, fill: ['uniform', 'few'], dtype: keyTypes }, 1),
      ...pairwise<SortCase>({ n: [1, 517, 4100], of: kindsOf, fill: fills, dtype: keyTypes }, 2),
      // Large enough for the large tiles that a GPU has.
      sortCase(2_097_169, { of: 'pairs', fill: 'words', dtype: 'f32' }),
      sortCase(2 ** 21, { fill: 'hot' }),
      sortCase(1_200_007, { of: 'pairs', fill: 'few', dtype: 'i32' }),
    ],
  },
  // Nothing to sort, and nothing to write.
  {
    set: 'EC-EMPTY',
    cases: kindsOf.flatMap((of) => keyTypes.map((dtype) => sortCase(0, { of, dtype }))),
  },
  // Keys all different, all equal and of few words; tables with room for one, nearly empty and full; slots that are no power of two.
  {
    set: 'EC-HASH',
    cases: [1, 2, 33, 64, 1000, 4099].flatMap((n) =>
      tableFills.flatMap((fill) => [100, 90, 3].map((load) => tableCase(n, load, fill))),
    ),
  },
];
