// Empties the caches between launches by rewriting a buffer several times their size.
import { createBuffer, createPipeline, destroyBuffer, submitPasses } from '@kernel-ladder/gpu';
import type { EncodePass, Gpu, Pipeline } from '@kernel-ladder/gpu';
import { poison } from '../launch/case-data.ts';

/** A pass that evicts everything, and what it costs. */
export interface Flush {
  readonly encode: EncodePass;
  readonly costNs: number;
  readonly free: () => void;
}

const workgroupSize = 256;
const quadsPerThread = 16;

// Each word changes with every pass: a constant could be compressed or skipped. The fence is never touched, but a
// pass waits for the others that may write what its layout names.
const code = `
@group(0) @binding(0) var<storage, read_write> words: array<vec4u>;
@group(0) @binding(1) var<storage, read_write> fence: array<u32>;

@compute @workgroup_size(${workgroupSize})
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let stride = groups.x * ${workgroupSize}u;
  for (var step = 0u; step < ${quadsPerThread}u; step++) {
    let index = id.x + step * stride;
    words[index] = words[index] + vec4u(1u, 2u, 3u, 4u);
  }
}`;

/** Whether one binding can hold three caches' worth. */
export function canFlush(gpu: Gpu, llcBytes: number): boolean {
  return 3 * llcBytes <= mostBytes(gpu);
}

/** The pipeline of a flush; whoever makes one on the same device soon finds it made. */
export function compileFlush(gpu: Gpu): Promise<Pipeline> {
  return createPipeline(gpu, 'flush', code);
}

/** Makes a flush of three times the last-level cache, between 32 MiB and 1 GiB, ordered by `fence`. */
export async function createFlush(gpu: Gpu, llcBytes: number, fence: GPUBuffer): Promise<Flush> {
  const limit = mostBytes(gpu);
  const unit = workgroupSize * quadsPerThread * 16;
  const bytes = Math.floor(Math.min(Math.max(3 * llcBytes, 2 ** 25), limit) / unit) * unit;
  const { pipeline } = await compileFlush(gpu);
  const usage = GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_DST;
  const words = await createBuffer(gpu, { label: 'flush', bytes, usage });
  poison(gpu, words, 'u32');
  const entries = [words, fence].map((buffer, binding) => ({ binding, resource: { buffer } }));
  const group = gpu.device.createBindGroup({ layout: pipeline.getBindGroupLayout(0), entries });
  return {
    encode: (pass) => {
      pass.setPipeline(pipeline);
      pass.setBindGroup(0, group);
      pass.dispatchWorkgroups(bytes / unit);
    },
    // Read and written at about a terabyte a second: only the size of a submission depends on it.
    costNs: (2 * bytes) / 1000,
    free: () => destroyBuffer(gpu, words),
  };
}

/** Empties the caches for those who submit by themselves: it has been done when the call is over, so that no fence is needed. */
export async function createEviction(
  gpu: Gpu,
  llcBytes: number,
): Promise<{ readonly evict: () => Promise<void>; readonly free: () => void }> {
  const fence = await createBuffer(gpu, { label: 'fence', bytes: 16, usage: GPUBufferUsage.STORAGE });
  const flush = await createFlush(gpu, llcBytes, fence);
  return {
    evict: async () => void (await submitPasses(gpu, [flush.encode])),
    free: () => {
      flush.free();
      destroyBuffer(gpu, fence);
    },
  };
}

function mostBytes(gpu: Gpu): number {
  return Math.min(2 ** 30, gpu.facts.limits['maxStorageBufferBindingSize'] ?? 2 ** 27);
}
