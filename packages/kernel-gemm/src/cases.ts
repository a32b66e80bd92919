// The shapes: round ones to time, awkward ones to check.
import { pairwise } from '@kernel-ladder/harness';
import type { EdgeCaseSet } from '@kernel-ladder/harness';
import type { Epilogue } from './kernels/epilogue.ts';

/**
 * `batch` products C[m, n] = A[m, k] · B[k, n], one behind the other in each buffer. `f16-f32` stores A and B as f16
 * and adds in f32, `f16` adds and writes in f16 too, `i8-i32` multiplies bytes into 32-bit sums.
 */
export type GemmCase = {
  readonly m: number;
  readonly n: number;
  readonly k: number;
  readonly fill: Fill;
  readonly batch: number;
  /** A, then B: `n` is row-major as above, `t` is stored transposed, A as [k, m] and B as [n, k]. */
  readonly layout: Layout;
  readonly epilogue: Epilogue;
  readonly dtype: GemmDtype;
};

/**
 * How the operands are filled: uniformly in [−1, 1), by integers whose sums are exact, uniformly as far as sums stay finite
 * and bytes of one sign, so that sums need more than 24 bits; `nan` and `inf` put a single such number into a uniform A.
 */
export type Fill = 'uniform' | 'integers' | 'large' | 'identity' | 'zeros' | 'ones' | 'nan' | 'inf';

/** Which of A and B are stored transposed. */
export type Layout = 'nn' | 'nt' | 'tn' | 'tt';

/** Storage type of the inputs, and of sums and output where it differs. */
export type GemmDtype = 'f32' | 'f16-f32' | 'f16' | 'i8-i32';

type Size = readonly [m: number, n: number, k: number];
type Changes = Partial<Omit<GemmCase, 'm' | 'n' | 'k'>>;

/** One plain f32 product of uniform numbers, but for the changes. */
export function gemmCase([m, n, k]: Size, changes: Changes = {}): GemmCase {
  return { m, n, k, fill: 'uniform', batch: 1, layout: 'nn', epilogue: 'none', dtype: 'f32', ...changes };
}

const bothDtypes: readonly GemmDtype[] = ['f32', 'f16-f32'];
const allDtypes: readonly GemmDtype[] = ['f32', 'f16-f32', 'i8-i32', 'f16'];
const allEpilogues: readonly Epilogue[] = [
  'none',
  'bias',
  'relu',
  'bias-relu',
  'bias-gelu',
  'scale-residual',
];
const turned: readonly Layout[] = ['nt', 'tn', 'tt'];

const tinyHeldOut = gemmCase([24, 40, 56]);
const oddHeldOut = gemmCase([131, 257, 4099]);

/** Shapes on which nothing is tuned, where the automatic choice is judged: square, tall, wide, tiny, huge and odd. */
export const heldOut: readonly GemmCase[] = [
  gemmCase([1500, 1500, 1500]),
  gemmCase([6000, 48, 900]),
  gemmCase([40, 5000, 300]),
  tinyHeldOut,
  gemmCase([3000, 3000, 3000]),
  oddHeldOut,
];

// Products of models in use, C = activations · weights: tokens or patches by outputs by inputs.
const modelShapes = [
  // One token, a batch of 16, a prompt of 512 and one of 2048 through layers of Llama 7B: 4096 wide, 11,008 inside its MLP.
  [1, 11_008, 4096],
  [16, 4096, 4096],
  [512, 11_008, 4096],
  [2048, 4096, 11_008],
  // 197 patches through the MLP of ViT-B, which is as wide as that of GPT-2.
  [197, 3072, 768],
] as const;

/** The timed cases by size class. */
export const cases = {
  tiny: [
    ...shaped([64, 48, 80], bothDtypes),
    gemmCase([64, 48, 80], { dtype: 'i8-i32' }),
    gemmCase([64, 48, 80], { batch: 3, layout: 'tt', epilogue: 'bias-gelu' }),
    gemmCase([16, 16, 1024]),
  ],
  small: cube(256, ['f32']),
  headline: [
    ...cube(4096, ['f32', 'f16-f32', 'i8-i32']),
    ...cube(4096, ['f16-f32'], { epilogue: 'bias-relu' }),
  ],
  sweep: [
    ...cube(512, bothDtypes),
    ...cube(1024, allDtypes),
    ...cube(2048, allDtypes),
    ...cube(4096, ['f16']),
    ...cube(8192, ['f16-f32', 'i8-i32']),
    ...shaped([1, 4096, 4096], bothDtypes),
    ...shaped([64, 64, 65_536], bothDtypes),
    ...shaped([4095, 4097, 4093], bothDtypes),
    ...turned.flatMap((layout) => cube(2048, bothDtypes, { layout })),
    ...allEpilogues.slice(1).flatMap((epilogue) => cube(2048, ['f32'], { epilogue })),
    ...cube(4096, ['f16-f32'], { epilogue: 'bias-gelu' }),
    ...cube(32, ['f32'], { batch: 1024 }),
    ...cube(64, ['f32'], { batch: 512 }),
    ...cube(256, ['f32'], { batch: 64 }),
    ...cube(1024, ['f32'], { batch: 8 }),
    ...modelShapes.flatMap((size) => shaped(size, ['f16-f32'])),
    gemmCase([197, 3072, 768]),
  ],
  'held-out': heldOut,
} as const;

const { 'held-out': _, ...others } = cases;

/** The timed cases on which kernels, tiles and the automatic choice may be tuned: all that are not held out. */
export const tuned: readonly GemmCase[] = Object.values(others).flat();

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
  // Several tiles each way, whole and overhanging, and several steps along k.
  ...shaped([512, 256, 64], allDtypes),
  ...shaped([513, 260, 40], allDtypes, { layout: 'tt' }),
  ...shaped([512, 256, 128], ['f32', 'f16-f32', 'f16'], { epilogue: 'bias-gelu' }),
];

const fills = (['identity', 'zeros', 'ones'] as const).flatMap((fill) =>
  shaped([37, 35, 33], allDtypes, { fill }),
);

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
    ],
  },
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
  // Observed, neither right nor wrong: WGSL lets a compiler take it that there is no NaN and no infinity. Every rung of floats
  // meets both.
  {
    set: 'EC-NAN',
    cases: (['nan', 'inf'] as const).flatMap((fill) => [
      ...shaped([33, 36, 40], ['f32', 'f16-f32', 'f16'], { fill }),
      ...shaped([33, 36, 40], bothDtypes, { fill, epilogue: 'bias' }),
      ...shaped([33, 36, 40], ['f32'], { fill, epilogue: 'bias-relu' }),
      ...shaped([8, 8, 8], ['f32'], { fill, batch: 2 }),
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

function cube(side: number, dtypes: readonly GemmDtype[], changes: Changes = {}): readonly GemmCase[] {
  return shaped([side, side, side], dtypes, changes);
}

function shaped(size: Size, dtypes: readonly GemmDtype[], changes: Changes = {}): readonly GemmCase[] {
  return dtypes.map((dtype) => gemmCase(size, { ...changes, dtype }));
}
