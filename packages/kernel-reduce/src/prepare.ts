// The ladders as a library: compiles the right rung for a problem whose data lies on the GPU.
import { createLaunch, planFor } from '@kernel-ladder/harness';
import type { DeviceFacts, Gpu, Launch, WgslLoader } from '@kernel-ladder/harness';
import { axesText, shapeText } from './axes/fold.ts';
import { family } from './family.ts';
import { isArg } from './kinds.ts';
import type { FoldOp, Op, ReduceCase, ReduceDtype } from './kinds.ts';
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
