// The ladder as a library: one function that takes the right rung.
import { createLaunch, planFor, submitPasses } from '@kernel-ladder/harness';
import type { DeviceFacts, Gpu, Launch, WgslLoader } from '@kernel-ladder/harness';
import type { Mode, ScanCase } from './cases.ts';
import { family } from './family.ts';

/** What to scan. */
export interface ScanRequest {
  /** `n` elements, in a storage buffer that is padded to a whole number of vec4s. */
  readonly values: GPUBuffer;
  readonly n: number;
  readonly dtype: ScanCase['dtype'];
  readonly mode: Mode;
  /** Brings the family's kernel files. */
  readonly load: WgslLoader;
}

/** Prefix sums on the device; `free` destroys them. */
export interface Scanned {
  readonly result: GPUBuffer;
  readonly free: () => void;
}

/** Compiles a scan for repeated use; its output `result` holds n elements. The caller frees it. */
export async function prepareScan(gpu: Gpu, request: ScanRequest): Promise<Launch> {
  const { values, n, dtype, mode, load } = request;
  const params: ScanCase = { n, mode, fill: 'uniform', dtype };
  const name = pickVariant(gpu.facts);
  const variant = family.variants.find((candidate) => candidate.name === name);
  if (!variant) throw new Error(`the rules name "${name}", which is no variant`);
  const plan = planFor(variant, params, gpu.facts);
  if ('skip' in plan) throw new Error(`${name} cannot scan ${dtype} here: ${plan.skip.message}`);
  return createLaunch(gpu, { family, params, plan, data: { buffers: new Map([['values', values]]) }, load });
}

/** Scans n elements into a buffer of its own; integers wrap modulo 2^32. The result may be read once the queue is done. */
export async function scan(gpu: Gpu, request: ScanRequest): Promise<Scanned> {
  const launch = await prepareScan(gpu, request);
  try {
    await submitPasses(gpu, [launch.encode(0)]);
    const result = launch.outputs.get('result');
    if (!result) throw new Error('the launch has no result');
    return { result, free: launch.free };
  } catch (error) {
    launch.free();
    throw error;
  }
}

/** The rung that moves the fewest bytes on a device; without subgroups, the one with linear work. */
export function pickVariant(device: DeviceFacts): string {
  return device.features.has('subgroups') ? 'look-back' : 'blelloch';
}
