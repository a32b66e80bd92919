// Adam (Kingma and Ba, 2015), on whole vectors of every rank or on what each rank owns of them.
import { wgsl } from '@kernel-ladder/harness';
import type { Gpu, WgslLoader } from '@kernel-ladder/harness';
import type { Range } from '@kernel-ladder/kernel-allreduce';
import { compilePipeline, dispatch, uploaded, zeroed } from '@kernel-ladder/kernel-kit';
import type { Encode } from '@kernel-ladder/kernel-kit';

/** Vectors of all ranks in one buffer. */
export interface Vectors {
  readonly buffer: GPUBuffer;
  /** Elements from one rank's vector to the next one's; 0 where the ranks hold shards of one vector. */
  readonly stride: number;
}

/** One layer's vectors; `moments` are pairs. */
export interface Updated {
  readonly parameters: Vectors;
  readonly gradients: Vectors;
  readonly moments: Vectors;
  /** What each rank updates. */
  readonly ranges: readonly Range[];
}

/** The optimiser. */
export interface Adam {
  /** Sets t, the number of the step from 1 on, of the updates that are submitted next. */
  readonly setStep: (step: number) => void;
  /** Throws a RangeError for a layer that there is not. */
  readonly update: (layer: number) => Encode;
  /** Destroys the tables; the vectors are the caller's. */
  readonly free: () => void;
}

// The paper's choice.
const decay = { gradient: 0.9, square: 0.999 } as const;

const threads = 64;

/** Compiles the optimiser for the layers. */
export async function createAdam(
  gpu: Gpu,
  { learningRate, load }: { readonly learningRate: number; readonly load: WgslLoader },
  layers: readonly Updated[],
): Promise<Adam> {
  const constants = { RATE: learningRate, BETA1: decay.gradient, BETA2: decay.square };
  const pipeline = await compilePipeline(gpu, load, wgsl('adam.wgsl', constants));
  const corrections = zeroed(gpu, 8);
  const owned = [corrections];
  const updates = layers.map(({ parameters, gradients, moments, ranges }) => {
    const strides = uploaded(gpu, Uint32Array.of(parameters.stride, gradients.stride, moments.stride));
    const updated = uploaded(gpu, Uint32Array.from(ranges.flatMap(({ offset, count }) => [offset, count])));
    owned.push(strides, updated);
    const longest = Math.max(...ranges.map(({ count }) => count));
    return dispatch(gpu, pipeline, {
      buffers: [strides, updated, corrections, gradients.buffer, parameters.buffer, moments.buffer],
      workgroups: [Math.ceil(longest / threads), ranges.length, 1],
    });
  });
  return {
    setStep: (step) => {
      const unbiasing = Float32Array.of(1 - decay.gradient ** step, 1 - decay.square ** step);
      gpu.device.queue.writeBuffer(corrections, 0, unbiasing);
    },
    update: (layer) => {
      const update = updates[layer];
      if (!update) throw new RangeError(`there is no layer ${layer}: count from 0 at the inputs`);
      return update;
    },
    free: () => owned.forEach((buffer) => buffer.destroy()),
  };
}
