// The shapes: round ones to time, awkward ones to check.
import { pairwise } from '@kernel-ladder/harness';

/** One product C[m, n] = A[m, k] · B[k, n], all row-major. `f16-f32` stores A and B as f16 and adds in f32. */
export type GemmCase = {
  readonly m: number;
  readonly n: number;
  readonly k: number;
  readonly fill: 'uniform' | 'integers';
  readonly dtype: 'f32' | 'f16-f32';
};

type Dtypes = readonly GemmCase['dtype'][];

const bothDtypes: Dtypes = ['f32', 'f16-f32'];

export const cases = {
  tiny: shaped(64, 48, 80, bothDtypes),
  small: cube(256, ['f32']),
  headline: cube(4096, bothDtypes),
  sweep: [
    ...cube(512, bothDtypes),
    ...cube(1024, bothDtypes),
    ...cube(2048, bothDtypes),
    ...cube(8192, ['f16-f32']),
    ...shaped(1, 4096, 4096, bothDtypes),
    ...shaped(64, 64, 65_536, bothDtypes),
    ...shaped(4095, 4097, 4093, bothDtypes),
  ],
} as const;

/** Tile edges, primes and ones on every axis; every two values of different axes meet at least once. */
export const edgeCases = [
  {
    set: 'EC-2D',
    cases: [
      ...pairwise<GemmCase>(
        {
          m: [1, 7, 33, 129],
          n: [2, 16, 31, 127],
          k: [1, 17, 63, 1000],
          fill: ['uniform', 'integers'],
          dtype: bothDtypes,
        },
        1,
      ),
      ...shaped(65, 15, 3, bothDtypes),
      // Rows of whole vec4s, in tiles that overhang on every side and in tiles that fit.
      ...shaped(100, 68, 36, bothDtypes),
      ...shaped(256, 128, 32, bothDtypes),
      // Several tiles each way, whole and overhanging, and several steps along k.
      ...shaped(512, 256, 64, bothDtypes),
      ...shaped(513, 260, 40, bothDtypes),
      ...shaped(0, 17, 33, bothDtypes),
      ...shaped(33, 0, 17, bothDtypes),
      ...shaped(17, 33, 0, bothDtypes),
      ...shaped(129, 127, 0, bothDtypes),
      ...shaped(0, 0, 0, bothDtypes),
    ],
  },
  // More than 65 535 workgroups of 64 elements: a grid of one dimension would be refused.
  { set: 'EC-GRID', cases: shaped(2049, 2048, 1, ['f32']) },
] as const;

function cube(side: number, dtypes: Dtypes): readonly GemmCase[] {
  return shaped(side, side, side, dtypes);
}

function shaped(m: number, n: number, k: number, dtypes: Dtypes): readonly GemmCase[] {
  return dtypes.map((dtype) => ({ m, n, k, fill: 'uniform', dtype }));
}
