// What a case is, and the round ones that are timed.
import { configurationNames } from './configurations.ts';
import type { GemmDtype } from './dtypes.ts';
import type { Epilogue } from './kernels/epilogue.ts';

/**
 * `batch` products C[m, n] = A[m, k] · B[k, n], one behind the other in each buffer. `f16-f32` stores A and B as f16
 * and adds in f32, `bf16-f32` likewise, `f16` adds and writes in f16 too, `i8-i32` multiplies bytes into 32-bit sums, `f32x2`
 * pairs of f32.
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
  /** Tiles of each factor that a pipelined kernel holds; its own choice when left out. */
  readonly stages?: number;
  /** Workgroups of a persistent kernel; as many as the device has multiprocessors when left out. */
  readonly groups?: number;
  /** Threads of a workgroup and sums of a thread, of the kernel whose tile follows from them; both or none. */
  readonly workgroup?: number;
  readonly ilp?: number;
  /** KiB of workgroup memory that it holds, more than it uses; what it uses when left out. */
  readonly held?: number;
  /** The configuration of the kernel that is generated from one; its own choice when left out. */
  readonly config?: string;
  readonly dtype: GemmDtype;
};

/**
 * How the operands are filled: uniformly in [−1, 1), by integers whose sums are exact, uniformly as far as sums stay finite
 * and bytes of one sign, so that sums need more than 24 bits; `nan` and `inf` put a single such number into a uniform A.
 */
export type Fill = 'uniform' | 'integers' | 'large' | 'identity' | 'zeros' | 'ones' | 'nan' | 'inf';

/** Which of A and B are stored transposed. */
export type Layout = 'nn' | 'nt' | 'tn' | 'tt';

type Size = readonly [m: number, n: number, k: number];
type Changes = Partial<Omit<GemmCase, 'm' | 'n' | 'k'>>;

/** One plain f32 product of uniform numbers, but for the changes. */
export function gemmCase([m, n, k]: Size, changes: Changes = {}): GemmCase {
  return { m, n, k, fill: 'uniform', batch: 1, layout: 'nn', epilogue: 'none', dtype: 'f32', ...changes };
}

/** The types of most rungs, which add in f32. */
export const bothDtypes: readonly GemmDtype[] = ['f32', 'f16-f32'];
/** What rungs multiply apart from pairs of f32. */
export const allDtypes: readonly GemmDtype[] = ['f32', 'f16-f32', 'i8-i32', 'f16'];
/** Every epilogue. */
export const allEpilogues: readonly Epilogue[] = [
  'none',
  'bias',
  'relu',
  'bias-relu',
  'bias-gelu',
  'scale-residual',
];
/** The layouts but the plain one. */
export const turned: readonly Layout[] = ['nt', 'tn', 'tt'];

/** A tiny shape held out from tuning. */
export const tinyHeldOut = gemmCase([24, 40, 56]);
/** One that is odd on every side. */
export const oddHeldOut = gemmCase([131, 257, 4099]);

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

/** Threads of a workgroup, and sums of a thread that do not wait for each other. */
export const surface: readonly Required<Pick<GemmCase, 'workgroup' | 'ilp'>>[] = [64, 128, 256, 512].flatMap(
  (workgroup) => [16, 32, 64, 128].map((ilp) => ({ workgroup, ilp })),
);

/** The timed cases by size class. */
export const cases = {
  tiny: [
    ...shaped([64, 48, 80], bothDtypes),
    gemmCase([64, 48, 80], { dtype: 'i8-i32' }),
    gemmCase([64, 48, 80], { batch: 3, layout: 'tt', epilogue: 'bias-gelu' }),
    gemmCase([16, 16, 1024]),
    gemmCase([64, 1, 80]),
    gemmCase([64, 48, 80], { dtype: 'f32x2' }),
    gemmCase([64, 48, 80], { dtype: 'bf16-f32' }),
    gemmCase([64, 48, 80], { workgroup: 64, ilp: 16 }),
    gemmCase([64, 48, 80], { config: '64x64x16-32x32-8x4-s1' }),
  ],
  small: cube(256, ['f32']),
  headline: [
    ...cube(4096, ['f32', 'f16-f32', 'i8-i32']),
    ...cube(4096, ['f16-f32'], { epilogue: 'bias-relu' }),
  ],
  sweep: [
    // Sizes at which a processor is still ahead of a device and its transfers.
    ...[64, 128].flatMap((side) => cube(side, ['f32'])),
    ...cube(512, bothDtypes),
    ...cube(1024, allDtypes),
    ...cube(2048, allDtypes),
    ...[1024, 2048].flatMap((side) => cube(side, ['bf16-f32', 'f32x2', 'tf32', 'f64'])),
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
    ...cube(64, ['f16-f32'], { batch: 1024 }),
    ...cube(256, ['f16-f32'], { batch: 64 }),
    ...shaped([4096, 1, 4096], ['f32', 'f16-f32', 'bf16-f32']),
    ...shaped([4096, 1, 4096], ['f32'], { layout: 'tn' }),
    ...shaped([1, 4096, 4096], ['f32'], { layout: 'nt' }),
    ...modelShapes.flatMap((size) => shaped(size, ['f16-f32'])),
    gemmCase([197, 3072, 768]),
    ...[1, 2, 3].map((stages) => gemmCase([4096, 4096, 4096], { stages })),
    ...[66, 132, 264, 528, 1024].map((groups) => gemmCase([4096, 4096, 4096], { groups })),
    ...surface.map((point) => gemmCase([4096, 4096, 4096], point)),
    ...configurationNames.map((config) => gemmCase([4096, 4096, 4096], { config })),
    ...[24, 32, 48].map((held) => gemmCase([4096, 4096, 4096], { workgroup: 64, ilp: 64, held })),
  ],
  'held-out': heldOut,
} as const;

const { 'held-out': _, ...others } = cases;

/** The timed cases on which kernels, tiles and the automatic choice may be tuned: all that are not held out. */
export const tuned: readonly GemmCase[] = Object.values(others).flat();

function cube(side: number, dtypes: readonly GemmDtype[], changes: Changes = {}): readonly GemmCase[] {
  return shaped([side, side, side], dtypes, changes);
}

/** Products of one size in several types. */
export function shaped(size: Size, dtypes: readonly GemmDtype[], changes: Changes = {}): readonly GemmCase[] {
  return dtypes.map((dtype) => gemmCase(size, { ...changes, dtype }));
}
