// Plans recorded into the encoder of TensorFlow.js, between its own kernels: one queue, one order, its buffers.
import { countOf } from '@kernel-ladder/fusion';
import type { Shape } from '@kernel-ladder/fusion';
import { shaderText } from '@kernel-ladder/harness';
import type { Pass } from '@kernel-ladder/harness';
import type { RungPlan } from '../kernels/kinds.ts';
import type { TensorInfo, TfjsBackend } from './library.ts';

/** Records a plan over operands, in its order of them; the result is a tensor of the back end, of f32. */
export function record(
  backend: TfjsBackend,
  rung: RungPlan,
  { operands, shape }: { readonly operands: readonly TensorInfo[]; readonly shape: Shape },
): TensorInfo {
  const result = backend.makeTensorInfo(shape, 'float32');
  if (countOf(shape) === 0) return result;
  const scratch = Object.entries(rung.plan.scratch ?? {}).map(
    ([name, bytes]) => [name, backend.makeTensorInfo([Math.ceil(bytes / 16) * 4], 'float32')] as const,
  );
  const tensors = new Map<string, TensorInfo>([
    ...operands.map((operand, at) => [rung.operands[at] ?? '', operand] as const),
    ...scratch,
    [rung.result, result],
  ]);
  const buffers = new Map([...tensors].map(([name, tensor]) => [name, bufferOf(backend, tensor)]));
  dispatchAll(backend, rung, buffers);
  for (const { dataId } of tensors.values()) backend.commandQueueOwnedIds.add(dataId);
  // Given back when what is recorded has been submitted.
  for (const [, { dataId }] of scratch) backend.disposeData(dataId);
  return result;
}

function bufferOf(backend: TfjsBackend, { dataId }: TensorInfo): GPUBuffer {
  backend.uploadToGPU(dataId);
  const { resource } = backend.tensorMap.get(dataId);
  if (!resource) throw new Error('the tensor has no buffer on the device');
  return resource;
}

function dispatchAll(
  backend: TfjsBackend,
  { plan, load }: RungPlan,
  buffers: ReadonlyMap<string, GPUBuffer>,
): void {
  const { device } = backend;
  backend.ensureCommandEncoderReady();
  backend.endComputePassEncoder();
  const pass = backend.commandEncoder?.beginComputePass();
  if (!pass) throw new Error('the back end has no open encoder');
  for (const { wgsl, bindings, workgroups } of plan.passes) {
    const pipeline = pipelineOf(device, shaderText(wgsl, load));
    const entries = bindings.map((bound, binding) => ({ binding, resource: resourceOf(buffers, bound) }));
    pass.setPipeline(pipeline);
    pass.setBindGroup(0, device.createBindGroup({ layout: pipeline.getBindGroupLayout(0), entries }));
    pass.dispatchWorkgroups(...workgroups);
  }
  pass.end();
}

// A kernel of the library is a plain function: nothing may be waited for.
const known = new WeakMap<GPUDevice, Map<string, GPUComputePipeline>>();

function pipelineOf(device: GPUDevice, code: string): GPUComputePipeline {
  const pipelines = known.get(device) ?? new Map<string, GPUComputePipeline>();
  known.set(device, pipelines);
  const module = () => device.createShaderModule({ code });
  const found =
    pipelines.get(code) ?? device.createComputePipeline({ layout: 'auto', compute: { module: module() } });
  pipelines.set(code, found);
  return found;
}

function resourceOf(
  buffers: ReadonlyMap<string, GPUBuffer>,
  bound: Pass['bindings'][number],
): GPUBufferBinding {
  const name = typeof bound === 'string' ? bound : bound.buffer;
  const buffer = buffers.get(name);
  if (!buffer) throw new Error(`the plan binds "${name}", which is no operand of the kernel`);
  return typeof bound === 'string' ? { buffer } : { buffer, offset: bound.offset, size: bound.bytes };
}
