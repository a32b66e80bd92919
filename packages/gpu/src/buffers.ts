// GPU buffers with a ledger: what is created is counted until it is destroyed, so that a leak is a test failure.
import { raceLoss } from './device.ts';
import type { Gpu } from './device.ts';
import { GpuFault } from './fault.ts';

/** Size in bytes (rounded up to 4) and WebGPU usage flags. */
export interface BufferSpec {
  readonly label: string;
  readonly bytes: number;
  readonly usage: GPUBufferUsageFlags;
}

/**
 * Creates a buffer and enters it in the ledger. Throws `limit:…` for a size that the device never allows, and
 * out-of-memory past the cap or when the driver refuses.
 */
export async function createBuffer(gpu: Gpu, spec: BufferSpec): Promise<GPUBuffer> {
  const size = Math.max(4, Math.ceil(spec.bytes / 4) * 4);
  const live = liveBuffers(gpu).bytes;
  refuseOverLimit(gpu, spec, size);
  if (live + size > gpu.memoryCapBytes) {
    throw new GpuFault(
      'out-of-memory',
      `${spec.label}: ${size} bytes beside ${live} live ones is over the cap of ${gpu.memoryCapBytes} bytes`,
    );
  }
  gpu.device.pushErrorScope('out-of-memory');
  const buffer = gpu.device.createBuffer({ label: spec.label, size, usage: spec.usage });
  const error = await raceLoss(gpu, gpu.device.popErrorScope());
  if (error) throw new GpuFault('out-of-memory', `${spec.label}: ${error.message}`);
  gpu.ledger.set(buffer, size);
  return buffer;
}

/** Destroys a buffer and strikes it off the ledger. */
export function destroyBuffer(gpu: Gpu, buffer: GPUBuffer): void {
  buffer.destroy();
  gpu.ledger.delete(buffer);
}

/** How many buffers are alive and how many bytes they hold together. */
export function liveBuffers(gpu: Gpu): { readonly count: number; readonly bytes: number } {
  return { count: gpu.ledger.size, bytes: [...gpu.ledger.values()].reduce((sum, bytes) => sum + bytes, 0) };
}

/** Whole buffers are staged on the way to the device and back: pieces of so many bytes keep that memory small. */
export const pieceBytes = 64 * 2 ** 20;

/** Writes a typed array at a byte offset (a multiple of 4); a trailing odd half is padded with zeros. */
export function writeBuffer(gpu: Gpu, buffer: GPUBuffer, offset: number, data: ArrayBufferView): void {
  const bytes = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  for (let at = 0; at < bytes.length; at += pieceBytes) {
    const piece = bytes.subarray(at, Math.min(at + pieceBytes, bytes.length));
    gpu.device.queue.writeBuffer(buffer, offset + at, padded(piece));
  }
}

function refuseOverLimit(gpu: Gpu, spec: BufferSpec, size: number): void {
  const bound = (spec.usage & GPUBufferUsage.STORAGE) !== 0;
  for (const limit of bound ? ['maxBufferSize', 'maxStorageBufferBindingSize'] : ['maxBufferSize']) {
    const offered = gpu.facts.limits[limit] ?? Number.POSITIVE_INFINITY;
    if (size > offered)
      throw new GpuFault(`limit:${limit}`, `${spec.label}: ${size} bytes, ${limit} is ${offered}`);
  }
}

function padded(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const size = Math.ceil(bytes.length / 4) * 4;
  // dawn.node copies synchronously, so a view is enough unless its length is odd.
  if (size === bytes.length) return bytes as Uint8Array<ArrayBuffer>;
  const copy = new Uint8Array(size);
  copy.set(bytes);
  return copy;
}
