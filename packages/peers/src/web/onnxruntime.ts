// ONNX Runtime Web on its WebGPU execution provider: operands and results are buffers of ours, which it computes from and into.
import { dirname } from 'node:path';
import { pathToFileURL } from 'node:url';
import { destroyBuffer, raceLoss, writeBuffer } from '@kernel-ladder/harness';
import type { Gpu, ScalarType } from '@kernel-ladder/harness';
import { entryOf } from './libraries.ts';
import { encodeModel } from './onnx.ts';
import type { Graph } from './onnx.ts';
import { download, overwrite, storageBuffer, upload } from './task.ts';
import type { Dims, Loaded, Task } from './task.ts';

type Tensors = { readonly [name: string]: unknown };

interface Session {
  readonly run: (feeds: Tensors, fetches: Tensors) => Promise<Tensors>;
  readonly release: () => Promise<void>;
}

interface Library {
  readonly env: {
    readonly wasm: { numThreads: number; wasmPaths: string };
    readonly webgpu: { readonly device: Promise<GPUDevice> };
  };
  readonly InferenceSession: {
    readonly create: (model: Uint8Array, how: object) => Promise<Session>;
  };
  readonly Tensor: {
    readonly fromGpuBuffer: (
      buffer: GPUBuffer,
      as: { readonly dataType: string; readonly dims: Dims },
    ) => unknown;
  };
}

/** The nodes of a case, by which its operands become its result; constants are vectors of i64, such as axes. */
export interface OnnxCompute extends Pick<Graph, 'nodes' | 'constants'> {
  /** The name of the result. */
  readonly output: string;
}

const dataTypes: { readonly [Type in ScalarType]?: string } = { f32: 'float32', f16: 'float16' };

/** Takes a task in: a session of its own for each. */
export async function loadOnnx(gpu: Gpu, task: Task, { output, ...compute }: OnnxCompute): Promise<Loaded> {
  const ort = await openOnnx();
  const { type, dims, length } = task.result;
  const inputs = Object.fromEntries(
    Object.entries(task.operands).map(([name, operand]) => [name, { dims: operand.dims, type }]),
  );
  const model = encodeModel({ inputs, output: { name: output, dims, type }, ...compute });
  const session = await ort.InferenceSession.create(model, { executionProviders: ['webgpu'] });
  if ((await ort.env.webgpu.device) !== gpu.device)
    throw new Error('onnxruntime-web runs on a device of its own');
  const { buffers, free } = await upload(gpu, task);
  const result = await storageBuffer(gpu, length * (type === 'f16' ? 2 : 4));
  const tensor = (buffer: GPUBuffer, extents: Dims) =>
    ort.Tensor.fromGpuBuffer(buffer, { dataType: dataTypes[type] ?? type, dims: extents });
  const feeds = Object.fromEntries(
    [...buffers].map(([name, buffer]) => [name, tensor(buffer, task.operands[name]?.dims ?? [])]),
  );
  const fetches = { [output]: tensor(result, dims) };
  return {
    call: async () => {
      await session.run(feeds, fetches);
      await raceLoss(gpu, gpu.device.queue.onSubmittedWorkDone());
    },
    spoil: (other) => writeBuffer(gpu, result, 0, other),
    replace: (operands) => overwrite(gpu, buffers, operands),
    result: () => download(gpu, result, task),
    free: async () => {
      await session.release();
      destroyBuffer(gpu, result);
      free();
    },
  };
}

let opened: Promise<Library> | null = null;

function openOnnx(): Promise<Library> {
  return (opened ??= open());
}

async function open(): Promise<Library> {
  const entry = entryOf('onnxruntime-web');
  const ort = (await import(pathToFileURL(entry).href)) as Library;
  ort.env.wasm.numThreads = 1;
  ort.env.wasm.wasmPaths = pathToFileURL(`${dirname(entry)}/`).href;
  await keepDevice(ort);
  return ort;
}

// With its last session it destroys the device, which is ours: one stays open.
async function keepDevice(ort: Library): Promise<void> {
  const scalar = { dims: [1], type: 'f32' } as const;
  const nodes = [{ op: 'Relu', inputs: ['x'], output: 'y' }];
  const model = encodeModel({ inputs: { x: scalar }, output: { name: 'y', ...scalar }, nodes });
  await ort.InferenceSession.create(model, { executionProviders: ['webgpu'] });
}
