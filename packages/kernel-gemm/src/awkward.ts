// Awkward cases, which are checked and not timed.
import { pairwise } from '@kernel-ladder/harness';
import type { EdgeCaseSet } from '@kernel-ladder/harness';
import { configured } from './awkward/configured.ts';
import { launches } from './awkward/launches.ts';
import {
  allDtypes,
  allEpilogues,
  bothDtypes,
  gemmCase,
  oddHeldOut,
  shaped,
  tinyHeldOut,
  turned,
} from './cases.ts';
import type { GemmCase } from './cases.ts';
import type { GemmDtype } from './dtypes.ts';
import type { Epilogue } from './kernels/epilogue.ts';

const vectorDtypes: readonly GemmDtype[] = ['f32', 'f16-f32', 'bf16-f32'];

// Plain products around the tile of 16: a rung that takes no other kind meets every two of these sizes.
const plain = pairwise<GemmCase>(
  {
    m: [1, 15, 17, 64],
    n: [1, 16, 17, 48],
    k: [1, 15, 16, 33],
    fill: ['uniform', 'integers'],
    batch: [1],
    layout: ['nn'],
    epilogue: ['none'],
    dtype: ['f32'],
  },
  1,
);

// Tile edges, primes and ones on every axis; every two values of different axes meet at least once.
const met = pairwise<GemmCase>(
  {
    m: [1, 7, 33, 129],
    n: [2, 16, 31, 127],
    k: [1, 17, 63, 1000],
    fill: ['uniform', 'integers'],
    batch: [1, 2],
    layout: ['nn', ...turned],
    epilogue: allEpilogues,
    dtype: allDtypes,
  },
  1,
).map(withoutFractions);

// What single shapes are here for; the sets below name them by their purpose.
const tiles = [
  // Rows of whole vec4s, in tiles that overhang on every side and in tiles that fit.
  ...shaped([100, 68, 36], bothDtypes),
  ...shaped([100, 68, 36], bothDtypes, { layout: 'tt', epilogue: 'bias-relu' }),
  ...shaped([96, 64, 32], allDtypes, { layout: 'nt' }),
  ...shaped([96, 64, 32], allDtypes, { layout: 'tn' }),
  ...shaped([256, 128, 64], allDtypes, { epilogue: 'bias' }),
  // Batches of matrices of whole 256 bytes, which can be bound one by one, in tiles that fit and that overhang.
  ...shaped([64, 32, 16], bothDtypes, { batch: 2, layout: 'tn', epilogue: 'bias' }),
  ...shaped([16, 48, 40], bothDtypes, { batch: 3, layout: 'nt' }),
  ...shaped([8, 24, 40], ['f32'], { batch: 2, epilogue: 'scale-residual' }),
  // Several tiles each way, whole and overhanging, and several steps along k.
  ...shaped([512, 256, 64], allDtypes),
  ...shaped([513, 260, 40], allDtypes, { layout: 'tt' }),
  ...shaped([512, 256, 128], ['f32', 'f16-f32', 'f16'], { epilogue: 'bias-gelu' }),
];

const fills = (['identity', 'zeros', 'ones'] as const).flatMap((fill) =>
  shaped([37, 35, 33], allDtypes, { fill }),
);

// Pairs of f32, which have a rung of their own: around its tile of 16, in every layout and fill.
const pairs = [
  ...pairwise<GemmCase>(
    {
      m: [1, 15, 17, 64],
      n: [1, 16, 33],
      k: [1, 16, 31, 1000],
      fill: ['uniform', 'integers'],
      batch: [1, 2],
      layout: ['nn', ...turned],
      epilogue: ['none'],
      dtype: ['f32x2'],
    },
    1,
  ),
  ...(['identity', 'zeros', 'ones', 'large'] as const).flatMap((fill) =>
    shaped([37, 35, 33], ['f32x2'], { fill }),
  ),
  // A grid whose second row is full: one that is a workgroup short leaves the last tile out.
  ...shaped([256, 256, 5], ['f32x2']),
];

/** Awkward cases; those that a software adapter must not thin out have sets of their own. */
export const edgeCases: readonly EdgeCaseSet<GemmCase>[] = [
  {
    set: 'EC-2D',
    cases: [
      ...met,
      ...plain,
      ...shaped([65, 15, 3], allDtypes),
      ...shaped([33, 17, 1000], ['f32', 'f16']),
      ...tiles,
      ...fills,
      ...pairs,
      ...configured,
    ],
  },
  // Plain products of other numbers than the timed ones: a rung that takes no others sees no fill but these.
  {
    set: 'EC-RANGE',
    cases: [
      ...shaped([65, 33, 70], ['f32', 'f16'], { fill: 'integers' }),
      ...shaped([37, 40, 48], ['f32', 'f16-f32', 'f16'], { fill: 'large' }),
      ...shaped([5, 7, 4000], ['i8-i32'], { fill: 'large', epilogue: 'bias' }),
    ],
  },
  {
    set: 'EC-EMPTY',
    cases: [
      ...shaped([0, 17, 33], allDtypes),
      ...shaped([33, 0, 17], allDtypes),
      ...shaped([17, 33, 0], allDtypes),
      ...shaped([17, 33, 0], allDtypes, { epilogue: 'bias-relu', batch: 2 }),
      ...shaped([0, 17, 33], ['f32', 'f16-f32'], { epilogue: 'bias' }),
      ...shaped([33, 0, 17], ['f32', 'f16-f32'], { epilogue: 'bias' }),
      // More than 128 workgroups of zeros, so that their grid has a second row.
      ...shaped([260, 130, 0], bothDtypes),
      // The same in a grid whose second row is full.
      ...shaped([257, 255, 0], ['f32']),
      ...shaped([0, 0, 0], bothDtypes),
      ...shaped([9, 1, 0], ['f32'], { epilogue: 'bias' }),
      ...shaped([0, 1, 9], ['f32']),
      ...[[0, 17, 33] as const, [33, 0, 17] as const, [17, 33, 0] as const].flatMap((size) =>
        shaped(size, ['f32x2']),
      ),
    ],
  },
  ...launches,
  {
    set: 'EC-BATCH',
    cases: [
      ...[0, 1, 3, 64, 1000].flatMap((batch) => shaped([2, 3, 5], ['f32'], { batch })),
      ...shaped([16, 16, 16], ['f16-f32', 'i8-i32', 'f16'], { batch: 1000 }),
      ...shaped([5, 3, 7], ['f32', 'i8-i32', 'f16'], { batch: 3, epilogue: 'bias-relu' }),
      // Every matrix a multiple of 256 bytes, so that parts of the buffers can be bound one by one.
      ...shaped([8, 8, 8], ['f32'], { batch: 64, layout: 'nt' }),
      ...shaped([8, 8, 8], ['f32'], { batch: 1000 }),
      ...shaped([16, 32, 16], ['f16-f32'], { batch: 3, epilogue: 'scale-residual', layout: 'tt' }),
      gemmCase([16, 8, 8], { batch: 3, epilogue: 'bias-gelu', layout: 'tt' }),
      ...shaped([64, 64, 64], ['f16-f32', 'i8-i32', 'f16'], { batch: 3, layout: 'nt' }),
      ...shaped([132, 132, 36], bothDtypes, { batch: 2, epilogue: 'bias' }),
      // Operands whose padded copies take a grid of two rows, the second not full.
      ...shaped([260, 130, 270], ['f16-f32', 'i8-i32', 'f16'], { batch: 2 }),
      ...allEpilogues.slice(1).map((epilogue) => gemmCase([8, 8, 9], { batch: 3, epilogue })),
      ...allEpilogues.slice(1).map((epilogue) => gemmCase([16, 8, 8], { batch: 2, epilogue })),
    ],
  },
  {
    // Few tiles and K long enough to be split, the last part shorter than the others.
    set: 'EC-TALL',
    cases: [
      ...shaped([16, 20, 1100], bothDtypes, { layout: 'nt', epilogue: 'scale-residual' }),
      ...shaped([3, 36, 777], ['f16-f32'], { layout: 'tn', epilogue: 'bias-gelu' }),
      ...shaped([1, 7, 2049], ['f32', 'f16-f32', 'i8-i32']),
      // Wider than the tiles that such products take, in both operands.
      ...shaped([3, 260, 600], bothDtypes),
      ...shaped([3, 260, 600], ['f32'], { layout: 'nt' }),
      ...shaped([45, 70, 1030], ['f32'], { layout: 'tn' }),
      ...shaped([70, 75, 1030], ['f16-f32'], { layout: 'tt' }),
    ],
  },
  // A vector beside a matrix: fewer rows than a workgroup has and more, K shorter than a step and longer, rows that begin within a word.
  {
    set: 'EC-VECTOR',
    cases: [
      ...shaped([1, 1, 1], vectorDtypes),
      ...shaped([33, 1, 17], vectorDtypes, { epilogue: 'bias' }),
      ...shaped([70, 1, 1030], vectorDtypes, { fill: 'integers' }),
      ...shaped([130, 1, 64], vectorDtypes, { batch: 3, epilogue: 'bias-relu' }),
      ...shaped([65, 1, 100], ['f32'], { epilogue: 'scale-residual' }),
      ...shaped([1, 45, 130], vectorDtypes, { layout: 'nt', epilogue: 'bias-gelu' }),
      ...shaped([1, 260, 36], ['f32'], { layout: 'tt', epilogue: 'scale-residual', batch: 2 }),
      ...shaped([45, 1, 130], vectorDtypes, { layout: 'tn' }),
      ...shaped([260, 1, 70], ['f32'], { layout: 'tt', epilogue: 'relu' }),
      // Several steps along K, and a grid of several rows.
      ...shaped([5, 1, 9000], ['f32']),
      ...shaped([9000, 1, 8], ['f32']),
    ],
  },
  // Operands of which a word holds two elements: odd lengths on every side, in every layout, fill and epilogue.
  {
    set: 'EC-PACKED',
    cases: [
      ...pairwise<GemmCase>(
        {
          m: [1, 7, 33],
          n: [2, 16, 31],
          k: [1, 17, 64],
          fill: ['uniform', 'integers', 'large'],
          batch: [1, 2],
          layout: ['nn', ...turned],
          epilogue: ['none', 'bias', 'scale-residual'],
          dtype: ['bf16-f32'],
        },
        1,
      ),
      ...(['uniform', 'identity', 'ones', 'large', 'integers'] as const).flatMap((fill) =>
        shaped([37, 35, 33], ['bf16-f32'], { fill }),
      ),
      ...shaped([65, 15, 3], ['bf16-f32']),
      ...shaped([96, 64, 32], ['bf16-f32']),
      ...[[0, 17, 33] as const, [33, 0, 17] as const, [17, 33, 0] as const].flatMap((size) =>
        shaped(size, ['bf16-f32']),
      ),
    ],
  },
  // Observed, neither right nor wrong: WGSL lets a compiler take it that there is no NaN and no infinity. Every rung of floats
  // meets both.
  {
    set: 'EC-NAN',
    cases: (['nan', 'inf'] as const).flatMap((fill) => [
      ...shaped([33, 36, 40], ['f32', 'f16-f32', 'f16', 'f32x2'], { fill }),
      ...shaped([33, 36, 40], bothDtypes, { fill, epilogue: 'bias' }),
      ...shaped([33, 36, 40], ['f32'], { fill, epilogue: 'bias-relu' }),
      ...shaped([8, 8, 8], ['f32'], { fill, batch: 2 }),
      ...shaped([33, 1, 40], bothDtypes, { fill }),
      gemmCase([33, 36, 40], { fill, workgroup: 64, ilp: 16 }),
    ]),
  },
  // What the automatic choice is checked on before it is timed.
  { set: 'EC-HELD-OUT', cases: [tinyHeldOut, oddHeldOut] },
  // Large enough for the tiles that a large GPU takes for the timed cases, over whole slices of K and a part of one; grids of
  // several rows in every rung, in those of 64 elements a workgroup with more than the 65 535 that one row may have.
  {
    set: 'EC-GRID',
    cases: [
      ...shaped([2049, 2048, 12], ['f32']),
      ...shaped([1025, 2048, 12], ['f16'], { layout: 'tt', epilogue: 'bias', batch: 2 }),
      ...shaped([1000, 964, 20], ['f32', 'i8-i32']),
      ...shaped([700, 684, 20], ['f16'], { layout: 'tt', epilogue: 'bias', batch: 2 }),
    ],
  },
];

// Integer sums take no fractions: what an i8 product may be followed by are bias and ReLU.
function withoutFractions(params: GemmCase): GemmCase {
  const instead: { readonly [name: string]: Epilogue } = {
    'bias-gelu': 'bias-relu',
    'scale-residual': 'bias',
  };
  if (params.dtype !== 'i8-i32') return params;
  return { ...params, epilogue: instead[params.epilogue] ?? params.epilogue };
}
