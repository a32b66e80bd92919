// TensorFlow.js on its WebGPU backend, as far as rows call it.
import { createRequire } from 'node:module';
import { raceLoss, writeBuffer } from '@kernel-ladder/harness';
import type { Gpu } from '@kernel-ladder/harness';
import { entryOf } from './libraries.ts';
import { download, overwrite, upload } from './task.ts';
import type { Dims, Loaded, Task } from './task.ts';

/** A tensor; its values stay on the device. */
export interface Tensor {
  readonly dataId: object;
  readonly shape: Dims;
  readonly dispose: () => void;
}

/** The functions of tfjs-core that rows are made of. */
export interface Tfjs {
  readonly tensor: (
    from: { readonly buffer: GPUBuffer; readonly zeroCopy: true },
    dims: Dims,
    dtype: 'float32',
  ) => Tensor;
  readonly tidy: (work: () => Tensor) => Tensor;
  readonly matMul: (a: Tensor, b: Tensor, transposeA?: boolean, transposeB?: boolean) => Tensor;
  readonly fused: { readonly matMul: (request: FusedMatMul) => Tensor };
  readonly softmax: (x: Tensor) => Tensor;
  readonly cumsum: (x: Tensor, axis: number, exclusive: boolean) => Tensor;
  readonly sum: (x: Tensor, axes: Dims) => Tensor;
  readonly min: (x: Tensor, axes: Dims) => Tensor;
  readonly max: (x: Tensor, axes: Dims) => Tensor;
  readonly mean: (x: Tensor, axis: number, keepDims: boolean) => Tensor;
  readonly moments: (
    x: Tensor,
    axis: number,
    keepDims: boolean,
  ) => { readonly mean: Tensor; readonly variance: Tensor };
  readonly add: (a: Tensor, b: Tensor | number) => Tensor;
  readonly sub: (a: Tensor, b: Tensor) => Tensor;
  readonly mul: (a: Tensor, b: Tensor | number) => Tensor;
  readonly square: (x: Tensor) => Tensor;
  readonly rsqrt: (x: Tensor) => Tensor;
  readonly abs: (x: Tensor) => Tensor;
  readonly tanh: (x: Tensor) => Tensor;
  readonly maximum: (x: Tensor, least: number) => Tensor;
  readonly reshape: (x: Tensor, dims: Dims) => Tensor;
  readonly transpose: (x: Tensor, order: Dims) => Tensor;
  readonly relu: (x: Tensor) => Tensor;
  readonly sigmoid: (x: Tensor) => Tensor;
  readonly clipByValue: (x: Tensor, low: number, high: number) => Tensor;
  /** Images in NHWC, filters in HWIO. */
  readonly conv2d: (
    ...given: [x: Tensor, filter: Tensor, strides: number, pad: Padding, layout: 'NHWC', dilations: number]
  ) => Tensor;
  readonly maxPool: (x: Tensor, size: number, strides: number, pad: Padding) => Tensor;
  readonly avgPool: (x: Tensor, size: number, strides: number, pad: Padding) => Tensor;
}

// Rows or columns before and behind each axis.
type Padding = readonly (readonly [before: number, behind: number])[];

interface FusedMatMul {
  readonly a: Tensor;
  readonly b: Tensor;
  readonly transposeA?: boolean;
  readonly transposeB?: boolean;
  readonly bias?: Tensor;
  readonly activation?: 'relu';
}

interface Core extends Tfjs {
  readonly setBackend: (name: string) => Promise<boolean>;
  readonly env: () => { readonly set: (flag: string, value: boolean) => void };
  readonly backend: () => Backend;
}

// What of the backend is reached for besides the functions: its open encoder, and the buffer behind a tensor.
interface Backend {
  readonly commandEncoder: GPUCommandEncoder | null;
  readonly endComputePassEncoder: () => void;
  readonly submitQueue: () => void;
  readonly tensorMap: { readonly get: (dataId: object) => { readonly resource: GPUBuffer | null } };
}

/** How a case is computed from tensors by name. */
export type TfjsCompute = (tf: Tfjs, operand: (name: string) => Tensor) => Tensor;

/** Takes a task in. */
export async function loadTfjs(gpu: Gpu, task: Task, compute: TfjsCompute): Promise<Loaded> {
  const tf = await openTfjs();
  const { buffers, free } = await upload(gpu, task);
  const tensors = new Map(
    [...buffers].map(([name, buffer]) => {
      const { dims } = task.operands[name] ?? { dims: [] };
      return [name, tf.tensor({ buffer, zeroCopy: true }, dims, 'float32')];
    }),
  );
  let last: Tensor | null = null;
  const resultBuffer = () => {
    const buffer = last && tf.backend().tensorMap.get(last.dataId).resource;
    if (!buffer) throw new Error('the result is not on the device');
    return buffer;
  };
  return {
    call: async () => {
      last?.dispose();
      last = tf.tidy(() => compute(tf, (name) => named(tensors, name)));
      flush(tf.backend());
      await raceLoss(gpu, gpu.device.queue.onSubmittedWorkDone());
    },
    // Before the first call there is nothing that it could leave as it was.
    spoil: (other) => {
      if (last) writeBuffer(gpu, resultBuffer(), 0, other);
    },
    replace: (operands) => overwrite(gpu, buffers, operands),
    result: () => download(gpu, resultBuffer(), task),
    free: () => {
      last?.dispose();
      tensors.forEach((tensor) => tensor.dispose());
      free();
    },
  };
}

function named(tensors: ReadonlyMap<string, Tensor>, name: string): Tensor {
  const tensor = tensors.get(name);
  if (!tensor) throw new Error(`no operand "${name}"`);
  return tensor;
}

function flush(backend: Backend): void {
  backend.endComputePassEncoder();
  if (backend.commandEncoder) backend.submitQueue();
}

let opened: Promise<Core> | null = null;

function openTfjs(): Promise<Core> {
  return (opened ??= open());
}

async function open(): Promise<Core> {
  const load = createRequire(entryOf('tfjs'));
  const core = load('@tensorflow/tfjs-core') as Core;
  load('@tensorflow/tfjs-backend-webgpu');
  // Small tensors would be handed to loops on the CPU.
  core.env().set('WEBGPU_CPU_FORWARD', false);
  if (!(await core.setBackend('webgpu')))
    throw new Error('tfjs does not take the device for its backend webgpu');
  return core;
}
