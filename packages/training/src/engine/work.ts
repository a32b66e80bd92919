// Submissions that nobody waits for, and the numbers that they leave to be read together.
import { GpuFault, raceLoss, readBuffer } from '@kernel-ladder/gpu';
import type { EncodePass, Gpu } from '@kernel-ladder/gpu';
import type { Parts } from './bind.ts';
import { bufferOf } from './buffers.ts';
import type { Told } from './engine.ts';
import { mostUntold } from './plan.ts';

/** What has been submitted to a device. */
export interface Work {
  readonly submit: (passes: readonly EncodePass[], after?: (encoder: GPUCommandEncoder) => void) => void;
  /** Copies a number to the current step's place `at`. */
  readonly keep: (encoder: GPUCommandEncoder, name: string, at: number) => void;
  /** The current step has said everything. */
  readonly next: () => void;
  readonly settled: () => Promise<void>;
  readonly told: () => Promise<readonly Told[]>;
}

/** Nothing, so far. */
export function createWork({ gpu, spec, buffers }: Parts): Work {
  const stride = spec.accumulate + 1;
  let steps = 0;
  let errors: Promise<GPUError | null>[] = [];
  const settled = async () => {
    const pending = errors;
    errors = [];
    for (const error of await raceLoss(gpu, Promise.all(pending)))
      if (error) throw new GpuFault('crashed', error.message);
    await raceLoss(gpu, gpu.device.queue.onSubmittedWorkDone());
  };
  return {
    settled,
    submit: (passes, after) => {
      gpu.device.pushErrorScope('validation');
      gpu.device.queue.submit([encoded(gpu, passes, after)]);
      errors.push(gpu.device.popErrorScope());
    },
    keep: (encoder, name, at) => {
      if (steps >= mostUntold) throw new RangeError(`${steps} steps have not been told: ask before the next`);
      const [from, to] = [bufferOf(buffers, name), bufferOf(buffers, 'told')];
      encoder.copyBufferToBuffer(from, 0, to, 4 * (steps * stride + at), 4);
    },
    next: () => {
      steps++;
    },
    told: async () => {
      await settled();
      const count = steps;
      steps = 0;
      return count === 0 ? [] : readTold({ gpu, spec, buffers }, count);
    },
  };
}

async function readTold(
  { gpu, spec, buffers }: Pick<Parts, 'gpu' | 'spec' | 'buffers'>,
  count: number,
): Promise<readonly Told[]> {
  const stride = spec.accumulate + 1;
  const range = { offset: 0, bytes: 4 * count * stride };
  const numbers = new Float32Array(await readBuffer(gpu, bufferOf(buffers, 'told'), range));
  return Array.from({ length: count }, (_, step) => toldOf(numbers.subarray(step * stride), spec.accumulate));
}

function toldOf(numbers: Float32Array, batches: number): Told {
  const losses = numbers.subarray(0, batches);
  return {
    loss: losses.reduce((sum, loss) => sum + loss / batches, 0),
    norm: numbers[batches] ?? Number.NaN,
  };
}

function encoded(
  { device }: Gpu,
  passes: readonly EncodePass[],
  after?: (encoder: GPUCommandEncoder) => void,
): GPUCommandBuffer {
  const encoder = device.createCommandEncoder();
  if (passes.length > 0) {
    const pass = encoder.beginComputePass();
    for (const encode of passes) encode(pass);
    pass.end();
  }
  after?.(encoder);
  return encoder.finish();
}
