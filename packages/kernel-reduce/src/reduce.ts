// One call, one answer: a number for a vector, a buffer for axes and segments.
import { readBuffer, submitPasses } from '@kernel-ladder/harness';
import type { Gpu, Launch } from '@kernel-ladder/harness';
import { isArg } from './kinds.ts';
import { prepareReduce, prepareReduceAxes, prepareReduceSegments } from './prepare.ts';
import type { AxesRequest, ReduceRequest, SegmentsRequest } from './prepare.ts';

/** A result that stays on the GPU. */
export interface GpuResult {
  /** Row-major elements of `shape`, of the request's type (f32 for f16 input). */
  readonly buffer: GPUBuffer;
  readonly shape: readonly number[];
  /** Destroys the buffer. */
  readonly free: () => void;
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
