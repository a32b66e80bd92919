// Which vectors are scanned: round and large ones for timing, awkward ones for checking.
import { pairwise } from '@kernel-ladder/harness';
import type { CaseParams, EdgeCaseSet } from '@kernel-ladder/harness';

/** What is scanned: `n` elements of `dtype`; element i of the result sums up to i, or up to i − 1. */
export type ScanCase = CaseParams & {
  readonly n: number;
  readonly mode: Mode;
  readonly fill: Fill;
  readonly dtype: 'f32' | 'i32' | 'u32';
};

/** Whether an element counts itself. */
export type Mode = 'inclusive' | 'exclusive';

/**
 * How the input is filled. Finite: uniform around 0 (full-range words for integers), small integers (of either sign as floats,
 * whose sums are exact), ones, one number everywhere, zeros, 0 1 2 …, large numbers that cancel, magnitudes over sixty decades, and the
 * largest numbers whose sums stay finite beside the smallest. Not finite: one NaN, one infinity, one of each sign.
 */
export type Fill = FiniteFill | 'nan' | 'inf' | 'infs';

/** The fills on which every sum is defined. */
export type FiniteFill =
  | 'uniform'
  | 'integers'
  | 'ones'
  | 'constant'
  | 'zeros'
  | 'ramp'
  | 'alternating'
  | 'mixed'
  | 'extremes';

/** An inclusive scan of uniform numbers unless said otherwise. */
export function scanCase(
  n: number,
  dtype: ScanCase['dtype'] = 'f32',
  mode: Mode = 'inclusive',
  fill: Fill = 'uniform',
): ScanCase {
  return { n, mode, fill, dtype };
}

/** The timed cases by size class. */
export const timedCases = {
  tiny: [scanCase(10_007)],
  small: [scanCase(2 ** 16)],
  headline: [scanCase(2 ** 26)],
  sweep: [
    ...[10, 12, 14, 16, 18, 20, 22, 24].map((log2) => scanCase(2 ** log2)),
    scanCase(2 ** 24, 'f32', 'exclusive'),
    scanCase(2 ** 24, 'u32'),
    scanCase(2 ** 24, 'i32'),
  ],
  huge: [scanCase(2 ** 28)],
} as const;

// Around subgroups, vec4s, workgroups of 256, and the tiles of 512, 4096 and 8192 elements.
const lengths = [
  0, 1, 2, 3, 5, 31, 32, 33, 63, 64, 65, 127, 129, 255, 256, 257, 511, 513, 1000, 1023, 1025, 4095, 4096,
  4097, 8191, 8193, 16_385, 65_535, 65_537, 1_000_003,
];

/** Every mode. */
export const modes = ['inclusive', 'exclusive'] as const;

/** Every fill. */
export const fills: readonly Fill[] = [
  'uniform',
  'integers',
  'ones',
  'constant',
  'zeros',
  'ramp',
  'alternating',
  'mixed',
  'extremes',
  'nan',
  'inf',
  'infs',
];

const dtypes = ['f32', 'i32', 'u32'] as const;

/** Lengths around every edge; every fill; inputs that are no numbers; one grid of more rows than one. */
export const edgeCases: readonly EdgeCaseSet<ScanCase>[] = [
  {
    set: 'EC-1D',
    cases: [
      ...pairwise<ScanCase>(
        { n: lengths, mode: modes, fill: ['uniform', 'integers', 'alternating'], dtype: dtypes },
        1,
      ),
      // Several whole tiles, whatever their size: nothing is masked then.
      ...modes.map((mode) => scanCase(3 * 8192, 'u32', mode)),
      // The same with workgroups behind the vector, which fill up the last row of the grid.
      scanCase(129 * 8192, 'u32', 'exclusive'),
      scanCase(65_535 * 256 + 1, 'u32'),
    ],
  },
  // Nothing to scan, and nothing to write.
  {
    set: 'EC-EMPTY',
    cases: modes.flatMap((mode) => dtypes.map((dtype) => scanCase(0, dtype, mode))),
  },
  {
    set: 'EC-1D-FILLS',
    cases: [
      ...pairwise<ScanCase>(
        {
          n: [259, 8209],
          mode: modes,
          fill: ['ones', 'zeros', 'ramp', 'mixed', 'extremes'],
          dtype: ['f32', 'u32'],
        },
        2,
      ),
      // A fill means something else for each type, and what rounds something else in each mode: pairs of them leave holes.
      ...modes.flatMap((mode) =>
        (['mixed', 'alternating', 'extremes', 'constant'] as const).map((fill) =>
          scanCase(4099, 'f32', mode, fill),
        ),
      ),
    ],
  },
  {
    set: 'EC-1D-OBSERVED',
    cases: [
      scanCase(1025, 'f32', 'inclusive', 'nan'),
      scanCase(8193, 'f32', 'exclusive', 'nan'),
      scanCase(8193, 'f32', 'inclusive', 'inf'),
      scanCase(1025, 'f32', 'exclusive', 'infs'),
    ],
  },
];
