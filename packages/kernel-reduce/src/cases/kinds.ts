// The three problems of the family: one value of a vector, one for each place along axes, one for each segment.
import type { CaseParams } from '@kernel-ladder/harness';

/** Operations that give a value of the type they reduce. */
export type FoldOp = 'sum' | 'min' | 'max';

/** Operations that give the index (u32) of an element: of the greatest or the least, the first where several tie. */
export type ArgOp = 'argmax' | 'argmin';

/** Every operation. */
export type Op = FoldOp | ArgOp;

/** Element types; `f16-f32` reads f16, accumulates and writes f32. */
export type ReduceDtype = 'f32' | 'i32' | 'u32' | 'f16-f32';

/**
 * How the input is filled. For floats: uniform around 0 (around 0.25 for an extreme), small integers of either sign but never 0
 * (f32 sums are exact), ±1e7 that cancel, magnitudes over sixty decades, zeros of both signs, ones, one number everywhere, the
 * index itself, the largest and the smallest normals, subnormals, and one NaN, one infinity or one of either sign among
 * uniform numbers. For integers: small ones, zeros, ones, the index, values beside the type's greatest (sums wrap), else any
 * word. For both, by the operation: nothing but what an empty vector gives, and numbers on the far side of zero only, above it
 * where the least is sought.
 */
export type Fill =
  | 'uniform'
  | 'integers'
  | 'alternating'
  | 'mixed'
  | 'zeros'
  | 'ones'
  | 'constant'
  | 'ramp'
  | 'largest'
  | 'smallest'
  | 'subnormals'
  | 'identity'
  | 'one-sided'
  | 'nan'
  | 'inf'
  | 'infs';

/** How long the segments are; `none` is no segmentation. */
export type Lengths =
  | 'none'
  | 'uniform'
  | 'random'
  | 'power-law'
  | 'singletons'
  | 'one-giant'
  | 'empty-mixed'
  | 'edges';

interface Filled extends CaseParams {
  /** Elements in all. */
  readonly n: number;
  readonly fill: Fill;
  readonly dtype: ReduceDtype;
}

/** `n` elements to one value or one index. */
export interface VectorCase extends Filled {
  readonly op: Op;
}

/** `n` elements to one value in workgroups of another size than 256. */
export interface SizedCase extends Filled {
  readonly op: FoldOp;
  /** Threads of a workgroup: a power of two from 32 to 1024. */
  readonly workgroup: number;
}

/** `n` numbers to their sum: workgroups of `workgroup` threads, and `ilp` vec4s a thread whose loads do not wait for each other. */
export interface OccupancyCase extends Filled {
  readonly op: 'sum';
  readonly dtype: 'f32';
  readonly workgroup: number;
  readonly ilp: number;
}

/** A tensor of `shape` ("4096x16384"), row-major, over `axes` ("0+2", or "none", which copies). */
export interface AxesCase extends Filled {
  readonly op: FoldOp;
  readonly shape: string;
  readonly axes: string;
}

/** `n` elements in `segments` consecutive runs. */
export interface SegmentsCase extends Filled {
  readonly op: FoldOp;
  readonly segments: number;
  readonly lengths: Lengths;
}

/** A case of the family. */
export type ReduceCase = VectorCase | SizedCase | OccupancyCase | AxesCase | SegmentsCase;

/** One function for each kind of case. */
export interface Handlers<Result> {
  readonly vector: (params: VectorCase) => Result;
  readonly axes: (params: AxesCase) => Result;
  readonly segments: (params: SegmentsCase) => Result;
}

/** Gives a case to the function of its kind. */
export function byKind<Result>(params: ReduceCase, handlers: Handlers<Result>): Result {
  if (isAxes(params)) return handlers.axes(params);
  return isSegments(params) ? handlers.segments(params) : handlers.vector(params);
}

/** Whether a case reduces along axes. */
export function isAxes(params: ReduceCase): params is AxesCase {
  return 'axes' in params;
}

/** Whether a case reduces segments. */
export function isSegments(params: ReduceCase): params is SegmentsCase {
  return 'segments' in params;
}

/** Whether a case reduces one vector. */
export function isVector(params: ReduceCase): params is VectorCase | SizedCase | OccupancyCase {
  return !isAxes(params) && !isSegments(params);
}

/** Whether a case asks for workgroups of another size than 256. */
export function isSized(params: ReduceCase): params is SizedCase {
  return 'workgroup' in params && !isOccupancy(params);
}

/** Whether a case asks for a point of the surface of occupancy and loads in flight. */
export function isOccupancy(params: ReduceCase): params is OccupancyCase {
  return 'ilp' in params;
}

/** Whether an operation gives an index. */
export function isArg(op: Op): op is ArgOp {
  return op === 'argmax' || op === 'argmin';
}
