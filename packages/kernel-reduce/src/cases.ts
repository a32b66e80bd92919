// Which vectors are reduced: round and large ones for timing, awkward ones for checking.
import { pairwise } from '@kernel-ladder/harness';
import type { CaseParams, EdgeCaseSet } from '@kernel-ladder/harness';

/** What is reduced: `n` elements of `dtype` under `op`. */
export type ReduceCase = CaseParams & {
  readonly n: number;
  readonly op: 'sum' | 'min' | 'max';
  readonly fill: Fill;
  readonly dtype: 'f32' | 'i32' | 'u32' | 'f16-f32';
};

/**
 * How the input is filled: uniform around 0.25 (zero is no answer), small integers (f32 sums are exact),
 * alternating signs that cancel, or magnitudes over sixty decades.
 */
export type Fill = 'uniform' | 'integers' | 'alternating' | 'mixed';

/** A sum of uniform numbers unless said otherwise. */
export function reduceCase(
  n: number,
  dtype: ReduceCase['dtype'] = 'f32',
  op: ReduceCase['op'] = 'sum',
): ReduceCase {
  return { n, op, fill: 'uniform', dtype };
}

/** The timed cases by size class. */
export const timedCases = {
  tiny: [reduceCase(10_007)],
  small: [reduceCase(2 ** 16)],
  headline: [reduceCase(2 ** 26)],
  sweep: [
    ...[10, 12, 14, 16, 18, 20, 22, 24].map((log2) => reduceCase(2 ** log2)),
    reduceCase(2 ** 24, 'f32', 'min'),
    reduceCase(2 ** 24, 'f32', 'max'),
    reduceCase(2 ** 24, 'i32'),
    reduceCase(2 ** 24, 'u32'),
    reduceCase(2 ** 24, 'f16-f32'),
  ],
  // i32 beside f32: the same kernel text, and exact, so that a tile left out shows where rounding would hide it.
  huge: [reduceCase(2 ** 28), reduceCase(2 ** 28, 'i32')],
} as const;

const lengths = [
  0, 1, 2, 3, 5, 31, 32, 33, 63, 64, 65, 127, 129, 255, 256, 257, 1000, 1023, 1024, 1025, 4095, 4097, 65_535,
  65_537, 1_000_003,
];

/** Lengths around every tile and subgroup edge, and one vector of more tiles than one dispatch dimension holds. */
export const edgeCases: readonly EdgeCaseSet<ReduceCase>[] = [
  {
    set: 'EC-1D',
    cases: [
      ...pairwise<ReduceCase>(
        {
          n: lengths,
          op: ['sum', 'min', 'max'],
          fill: ['uniform', 'integers', 'alternating', 'mixed'],
          dtype: ['f32', 'i32', 'u32', 'f16-f32'],
        },
        1,
      ),
      { n: 65_535 * 256 + 1, op: 'sum', fill: 'uniform', dtype: 'i32' },
    ],
  },
];
