// The ladder as a library: one function that takes the right rung.
import { createLaunch, planFor, readBuffer, submitPasses } from '@kernel-ladder/harness';
import type { Gpu, Launch, WgslLoader } from '@kernel-ladder/harness';
import type { ReduceCase } from './cases.ts';
import { family } from './family.ts';
import { pickVariant } from './pick.ts';

/** What to reduce. */
export interface ReduceRequest {
  /** `n` elements, in a storage buffer that is padded to a whole number of vec4s. */
  readonly values: GPUBuffer;
  readonly n: number;
  readonly dtype: ReduceCase['dtype'];
  readonly op: ReduceCase['op'];
  /** Brings the family's kernel files. */
  readonly load: WgslLoader;
}

/** Compiles a reduction for repeated use; its output `result` holds one element. The caller frees it. */
export async function prepareReduce(gpu: Gpu, request: ReduceRequest): Promise<Launch> {
  const { values, n, dtype, op, load } = request;
  const params: ReduceCase = { n, dtype, op, fill: 'uniform' };
  const name = pickVariant(n, gpu.facts);
  const variant = family.variants.find((candidate) => candidate.name === name);
  if (!variant) throw new Error(`the rules name "${name}", which is no variant`);
  const plan = planFor(variant, params, gpu.facts);
  if ('skip' in plan) throw new Error(`${name} cannot reduce ${dtype} here: ${plan.skip.message}`);
  return createLaunch(gpu, { family, params, plan, data: { buffers: new Map([['values', values]]) }, load });
}

/**
 * Reduces n elements to one number: their sum (integers wrap modulo 2^32), least or greatest. An empty vector gives
 * 0, or the type's greatest or least value. Throws on a device without the dtype's feature.
 */
export async function reduce(gpu: Gpu, request: ReduceRequest): Promise<number> {
  const launch = await prepareReduce(gpu, request);
  try {
    await submitPasses(gpu, [launch.encode(0)]);
    const result = launch.outputs.get('result');
    if (!result) throw new Error('the launch has no result');
    const [value] = viewOf(request.dtype, await readBuffer(gpu, result, { offset: 0, bytes: 4 }));
    return value ?? 0;
  } finally {
    launch.free();
  }
}

function viewOf(dtype: ReduceCase['dtype'], bytes: ArrayBuffer): Float32Array | Int32Array | Uint32Array {
  if (dtype === 'i32') return new Int32Array(bytes);
  return dtype === 'u32' ? new Uint32Array(bytes) : new Float32Array(bytes);
}
