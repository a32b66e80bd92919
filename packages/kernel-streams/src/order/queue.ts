// Operations on the one queue that there is: buffers with data of their own, submissions in an order, and the words that are left.
import {
  createBuffer,
  createRandom,
  destroyBuffer,
  readBuffer,
  wgsl,
  writeBuffer,
} from '@kernel-ladder/harness';
import type { Gpu, WgslLoader } from '@kernel-ladder/harness';
import { compilePipeline, dispatch } from '@kernel-ladder/kernel-kit';
import { buffers, words } from './graph.ts';
import type { Operation } from './graph.ts';

/** Runs operations on buffers of its own. */
export interface OrderedQueue {
  /** Fills all buffers anew, submits the operations as they are grouped, and returns the words of all buffers. */
  readonly run: (
    operations: readonly Operation[],
    submissions: readonly (readonly number[])[],
  ) => Promise<Uint32Array>;
  readonly free: () => void;
}

const bytes = 4 * words;

/** Opens the buffers; `load` finds mix.wgsl. */
export async function openOrderedQueue(gpu: Gpu, load: WgslLoader): Promise<OrderedQueue> {
  const { STORAGE, COPY_DST, COPY_SRC } = GPUBufferUsage;
  const usage = STORAGE | COPY_DST | COPY_SRC;
  const own: GPUBuffer[] = [];
  while (own.length < buffers) own.push(await createBuffer(gpu, { label: 'words', bytes, usage }));
  const gathered = await createBuffer(gpu, { label: 'all words', bytes: buffers * bytes, usage });
  const pipeline = await compilePipeline(gpu, load, wgsl('mix.wgsl', { SALT: 7 }));
  const bufferOf = (index: number): GPUBuffer => {
    const found = own[index];
    if (!found) throw new Error(`buffer ${index} of ${own.length}: there is none`);
    return found;
  };
  const encode = (encoder: GPUCommandEncoder, operation: Operation): void => {
    if (operation.kind === 'copy') {
      encoder.copyBufferToBuffer(bufferOf(operation.from), 0, bufferOf(operation.to), 0, bytes);
      return;
    }
    const bound = [...operation.reads, operation.to].map(bufferOf);
    const pass = encoder.beginComputePass();
    dispatch(gpu, pipeline, { buffers: bound, workgroups: [Math.ceil(words / 32), 1, 1] })(pass);
    pass.end();
  };
  return {
    run: async (operations, submissions) => {
      for (const [index, buffer] of own.entries()) writeBuffer(gpu, buffer, 0, wordsOf(index));
      for (const indices of submissions) {
        const encoder = gpu.device.createCommandEncoder();
        for (const index of indices) encode(encoder, operationAt(operations, index));
        gpu.device.queue.submit([encoder.finish()]);
      }
      const encoder = gpu.device.createCommandEncoder();
      own.forEach((buffer, index) => encoder.copyBufferToBuffer(buffer, 0, gathered, index * bytes, bytes));
      gpu.device.queue.submit([encoder.finish()]);
      return new Uint32Array(await readBuffer(gpu, gathered, { offset: 0, bytes: buffers * bytes }));
    },
    free: () => {
      for (const buffer of [...own, gathered]) destroyBuffer(gpu, buffer);
    },
  };
}

function operationAt(operations: readonly Operation[], index: number): Operation {
  const found = operations[index];
  if (!found) throw new Error(`operation ${index} of ${operations.length}: there is none`);
  return found;
}

function wordsOf(buffer: number): Uint32Array {
  const random = createRandom(buffer + 1);
  return Uint32Array.from({ length: words }, () => random.next());
}
