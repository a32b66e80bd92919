// Buffers of the library functions; those of the benchmark are the harness's own.
import type { Gpu } from '@kernel-ladder/harness';

/** A storage buffer with a copy of the words, padded to 16 bytes; its owner destroys it. */
export function uploaded(gpu: Gpu, words: Float32Array | Uint32Array): GPUBuffer {
  const buffer = zeroed(gpu, words.byteLength);
  gpu.device.queue.writeBuffer(buffer, 0, words.buffer as ArrayBuffer, words.byteOffset, words.byteLength);
  return buffer;
}

/** A storage buffer of zeros for at least that many bytes; its owner destroys it. */
export function zeroed(gpu: Gpu, bytes: number): GPUBuffer {
  const usage = GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_DST | GPUBufferUsage.COPY_SRC;
  return gpu.device.createBuffer({ size: Math.max(16, Math.ceil(bytes / 16) * 16), usage });
}
