// A checksum of buffers, taken on the device: reading a gigabyte back to compare it would cost more than the run.
import { createBuffer, createPipeline, destroyBuffer, submitAndRead, writeBuffer } from '@kernel-ladder/gpu';
import type { EncodePass, Gpu, Pipeline, Wanted } from '@kernel-ladder/gpu';

const workgroupSize = 256;
const wordsPerThread = 64;
const windowBytes = workgroupSize * wordsPerThread * 4 * 2048;
const slotBytes = 256;

// Each word is mixed with its place, so that swapped words change the sum; the sum itself needs no order. The salt keeps a
// kernel from putting the sum right again after it has changed a word.
const code = `
@group(0) @binding(0) var<storage, read> words: array<u32>;
@group(0) @binding(1) var<storage, read_write> sums: array<atomic<u32>>;
@group(0) @binding(2) var<storage, read> salt: u32;

fn mix(value: u32) -> u32 {
  let state = value * 747796405u + 2891336453u;
  let word = ((state >> ((state >> 28u) + 4u)) ^ state) * 277803737u;
  return (word >> 22u) ^ word;
}

@compute @workgroup_size(${workgroupSize})
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let stride = groups.x * ${workgroupSize}u;
  var sum = 0u;
  for (var step = 0u; step < ${wordsPerThread}u; step++) {
    let index = id.x + step * stride;
    if (index < arrayLength(&words)) {
      sum += mix(words[index] ^ mix(index ^ salt));
    }
  }
  atomicAdd(&sums[0], sum);
}`;

// One pipeline a device; the key lets the device go.
const pipelines = new WeakMap<GPUDevice, Promise<Pipeline>>();

/** The pipeline of a device's checksums, made once. */
export function compileChecksum(gpu: Gpu): Promise<Pipeline> {
  const before = pipelines.get(gpu.device);
  if (before) return before;
  const compiled = createPipeline(gpu, 'checksum', code);
  pipelines.set(gpu.device, compiled);
  return compiled;
}

/** A 32-bit checksum of every window of every buffer, in order; sums of different salts have nothing in common. */
export async function checksum(
  gpu: Gpu,
  buffers: readonly GPUBuffer[],
  salt = 0,
): Promise<readonly number[]> {
  return buffers.length === 0 ? [] : sumBehind(gpu, [], { buffers, salt });
}

/** What is summed, and what comes back with the sums: a MiB or so. */
export interface SumRequest {
  readonly buffers: readonly GPUBuffer[];
  readonly salt: number;
  readonly wanted?: readonly Wanted[];
}

/** Submits passes with the checksums of what they leave, and with what else is wanted of it: the device is given one submission, and is waited for once. */
export async function sumBehind(
  gpu: Gpu,
  passes: readonly EncodePass[],
  { buffers, salt, wanted = [] }: SumRequest,
): Promise<readonly number[]> {
  const { pipeline } = await compileChecksum(gpu);
  const windows = buffers.flatMap(splitWindows);
  // One slot a window, each at the offset alignment that every device accepts.
  const usage = GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_SRC;
  const memory = new ArrayBuffer(windows.length * slotBytes);
  const sums = await createBuffer(gpu, { label: 'checksums', bytes: memory.byteLength, usage });
  const salted = await saltBuffer(gpu, salt);
  try {
    const sumUp: EncodePass = (pass) => {
      pass.setPipeline(pipeline);
      for (const [index, window] of windows.entries()) {
        const resource = { buffer: sums, offset: index * slotBytes, size: 4 };
        const entries = [
          { binding: 0, resource: window },
          { binding: 1, resource },
          { binding: 2, resource: { buffer: salted } },
        ];
        pass.setBindGroup(0, gpu.device.createBindGroup({ layout: pipeline.getBindGroupLayout(0), entries }));
        pass.dispatchWorkgroups(Math.ceil(window.size / 4 / workgroupSize / wordsPerThread));
      }
    };
    await submitAndRead(gpu, [...passes, sumUp], [{ buffer: sums, memory }, ...wanted]);
    const words = new Uint32Array(memory);
    return windows.map((_, index) => words[(index * slotBytes) / 4] ?? 0);
  } finally {
    destroyBuffer(gpu, sums);
    destroyBuffer(gpu, salted);
  }
}

async function saltBuffer(gpu: Gpu, salt: number): Promise<GPUBuffer> {
  const usage = GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_DST;
  const buffer = await createBuffer(gpu, { label: 'salt', bytes: 4, usage });
  writeBuffer(gpu, buffer, 0, Uint32Array.of(salt));
  return buffer;
}

function splitWindows(buffer: GPUBuffer) {
  const count = Math.ceil(buffer.size / windowBytes);
  return Array.from({ length: count }, (_, index) => {
    const offset = index * windowBytes;
    return { buffer, offset, size: Math.min(windowBytes, buffer.size - offset) };
  });
}
