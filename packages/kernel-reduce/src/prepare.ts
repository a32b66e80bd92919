// The ladders as a library: compiles the right rung for a problem whose data lies on the GPU, and runs it once where that is all.
import { createLaunch, planFor, readBuffer, submitPasses } from '@kernel-ladder/harness';
import type { DeviceFacts, Gpu, Launch, WgslLoader } from '@kernel-ladder/harness';
import { axesText, shapeText } from './cases/fold-axes.ts';
import { family } from './family.ts';
import { isArg } from './cases/kinds.ts';
import type { FoldOp, Op, ReduceCase, ReduceDtype } from './cases/kinds.ts';
import { pickVariant } from './pick.ts';

interface Request {
  /** The elements, in a storage buffer that is padded to a whole number of vec4s. */
  readonly values: GPUBuffer;
  readonly dtype: ReduceDtype;
  /** Brings the family's kernel files. */
  readonly load: WgslLoader;
  /** The rung to take; the fastest one known for the device when left out. */
  readonly variant?: string;
}

/** A vector of `n` elements. */
export interface ReduceRequest extends Request {
  readonly n: number;
  readonly op: Op;
}

/** A row-major tensor and the axes to reduce, counted from 0; none of them copies it. */
export interface AxesRequest extends Request {
  readonly shape: readonly number[];
  readonly axes: readonly number[];
  readonly op: FoldOp;
}

/** `n` elements in consecutive segments. */
export interface SegmentsRequest extends Request {
  readonly n: number;
  /** `segments + 1` words that never fall, from 0 to n: segment s ends where segment s + 1 begins. */
  readonly offsets: GPUBuffer;
  readonly segments: number;
  readonly op: FoldOp;
}

/** A result that stays on the GPU. */
export interface GpuResult {
  /** Row-major elements of `shape`, of the request's type (f32 for f16 input). */
  readonly buffer: GPUBuffer;
  readonly shape: readonly number[];
  /** Destroys the buffer. */
  readonly free: () => void;
}

/** Compiles a reduction for repeated use; its output `result` holds one element. The caller frees it. */
export function prepareReduce(gpu: Gpu, request: ReduceRequest): Promise<Launch> {
  const { n, dtype, op, values } = request;
  const name = request.variant ?? pickFor(n, op, gpu.facts);
  return prepare(gpu, request, { params: { n, dtype, op, fill: 'uniform' }, name, buffers: { values } });
}

/** Compiles a reduction along axes; its output `result` holds the axes that are left. The caller frees it. */
export function prepareReduceAxes(gpu: Gpu, request: AxesRequest): Promise<Launch> {
  const { dtype, op, values } = request;
  const [shape, axes] = [shapeText(request.shape), axesText(request.axes)];
  const n = request.shape.reduce((product, size) => product * size, 1);
  const params: ReduceCase = { n, dtype, op, fill: 'uniform', shape, axes };
  const names = { software: 'axis-naive', subgroups: 'axis-optimized', plain: 'axis-tree' };
  const name = request.variant ?? names[kindOf(gpu.facts)];
  return prepare(gpu, request, { params, name, buffers: { values } });
}

/** Compiles a reduction of segments; its output `result` holds one element for each. The caller frees it. */
export function prepareReduceSegments(gpu: Gpu, request: SegmentsRequest): Promise<Launch> {
  const { n, dtype, op, values, offsets, segments } = request;
  const params: ReduceCase = { n, dtype, op, fill: 'uniform', segments, lengths: 'none' };
  // The host does not know the lengths: the rung that is fast for all of them.
  const names = { software: 'segment-naive', subgroups: 'segment-balanced', plain: 'segment-naive' };
  const name = request.variant ?? names[kindOf(gpu.facts)];
  return prepare(gpu, request, { params, name, buffers: { values, offsets } });
}

/**
 * Reduces n elements to one number: their sum (integers wrap modulo 2^32), least or greatest, or the index of the
 * first least or greatest. An empty vector gives 0, the type's greatest or least value, or the index 4294967295.
 * Throws on a device without the dtype's feature.
 */
export async function reduce(gpu: Gpu, request: ReduceRequest): Promise<number> {
  const launch = await prepareReduce(gpu, request);
  try {
    await submitPasses(gpu, [launch.encode(0)]);
    const [value] = viewOf(request, await readBuffer(gpu, resultOf(launch), { offset: 0, bytes: 4 }));
    return value ?? 0;
  } finally {
    launch.free();
  }
}

/** Reduces a tensor along axes; the axes that are left keep their order. Throws as `reduce` does. */
export async function reduceAxes(gpu: Gpu, request: AxesRequest): Promise<GpuResult> {
  const shape = request.shape.filter((_, axis) => !request.axes.includes(axis));
  return run(gpu, await prepareReduceAxes(gpu, request), shape);
}

/** Reduces each segment; an empty one gives what an empty vector does. Throws as `reduce` does. */
export async function reduceSegments(gpu: Gpu, request: SegmentsRequest): Promise<GpuResult> {
  return run(gpu, await prepareReduceSegments(gpu, request), [request.segments]);
}

interface Chosen {
  readonly params: ReduceCase;
  readonly name: string;
  readonly buffers: { readonly [name: string]: GPUBuffer };
}

async function prepare(gpu: Gpu, { load }: Request, { params, name, buffers }: Chosen): Promise<Launch> {
  const variant = family.variants.find((candidate) => candidate.name === name);
  if (!variant)
    throw new Error(`"${name}" is no variant: ${family.variants.map((known) => known.name).join(', ')}`);
  const plan = planFor(variant, params, gpu.facts);
  if ('skip' in plan) throw new Error(`${name} cannot reduce ${params.dtype} here: ${plan.skip.message}`);
  return createLaunch(gpu, {
    family,
    params,
    plan,
    data: { buffers: new Map(Object.entries(buffers)) },
    load,
  });
}

// Rungs that have no kernel for an index give way to the tree.
function pickFor(n: number, op: Op, device: DeviceFacts): string {
  const name = pickVariant(n, device);
  return isArg(op) && name === 'atomic' ? 'sequential' : name;
}

function kindOf(device: DeviceFacts): 'software' | 'subgroups' | 'plain' {
  if (device.software) return 'software';
  return device.features.has('subgroups') ? 'subgroups' : 'plain';
}

async function run(gpu: Gpu, launch: Launch, shape: readonly number[]): Promise<GpuResult> {
  try {
    await submitPasses(gpu, [launch.encode(0)]);
    return { buffer: resultOf(launch), shape, free: launch.free };
  } catch (error) {
    launch.free();
    throw error;
  }
}

function resultOf(launch: Launch): GPUBuffer {
  const result = launch.outputs.get('result');
  if (!result) throw new Error('the launch has no result');
  return result;
}

function viewOf({ op, dtype }: ReduceRequest, bytes: ArrayBuffer): Float32Array | Int32Array | Uint32Array {
  if (isArg(op) || dtype === 'u32') return new Uint32Array(bytes);
  return dtype === 'i32' ? new Int32Array(bytes) : new Float32Array(bytes);
}
