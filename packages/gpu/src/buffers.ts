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

// Whole buffers are staged on the way to the device and back: pieces keep that memory small.
const pieceBytes = 64 * 2 ** 20;

/** Writes a typed array at a byte offset (a multiple of 4); a trailing odd half is padded with zeros. */
export function writeBuffer(gpu: Gpu, buffer: GPUBuffer, offset: number, data: ArrayBufferView): void {
  const bytes = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  for (let at = 0; at < bytes.length; at += pieceBytes) {
    const piece = bytes.subarray(at, Math.min(at + pieceBytes, bytes.length));
    gpu.device.queue.writeBuffer(buffer, offset + at, padded(piece));
  }
}

/** Copies bytes [offset, offset + bytes) back; both multiples of 4. Throws device-lost when the device goes. */
export async function readBuffer(
  gpu: Gpu,
  buffer: GPUBuffer,
  range: { readonly offset: number; readonly bytes: number },
): Promise<ArrayBuffer> {
  const memory = new ArrayBuffer(range.bytes);
  await readPieces(gpu, { buffer, offset: range.offset, target: new Uint8Array(memory) });
  return memory;
}

/** Copies the beginning of a buffer to memory, which threads may share, as much as that holds. Throws as `readBuffer` does. */
export async function readInto(gpu: Gpu, buffer: GPUBuffer, memory: ArrayBufferLike): Promise<void> {
  await readPieces(gpu, { buffer, offset: 0, target: new Uint8Array(memory) });
}

interface Read {
  readonly buffer: GPUBuffer;
  readonly offset: number;
  readonly target: Uint8Array;
}

// By device: memory of the host that it copies to takes tens of milliseconds to come by. Two pieces of a large read are kept, beside
// the ledger, as long as their device lives.
const keptPieces = new WeakMap<GPUDevice, GPUBuffer[]>();
const mostKept = 2;

async function takePiece(gpu: Gpu, bytes: number): Promise<GPUBuffer> {
  const kept = keptPieces.get(gpu.device)?.pop();
  if (!kept) {
    const usage = GPUBufferUsage.COPY_DST | GPUBufferUsage.MAP_READ;
    return createBuffer(gpu, { label: 'read-back', bytes, usage });
  }
  gpu.ledger.set(kept, kept.size);
  return kept;
}

// What a fault has left may still be waited for, or be mapped.
function givePieces(gpu: Gpu, pieces: readonly GPUBuffer[], isSound: boolean): void {
  const kept = keptPieces.get(gpu.device) ?? [];
  keptPieces.set(gpu.device, kept);
  for (const piece of pieces) {
    if (!isSound || piece.size < pieceBytes || kept.length === mostKept) destroyBuffer(gpu, piece);
    else if (gpu.ledger.delete(piece)) kept.push(piece);
  }
}

// Two pieces take turns: while the host copies one, the device brings the other.
async function readPieces(gpu: Gpu, read: Read): Promise<void> {
  const staging: GPUBuffer[] = [];
  let isSound = false;
  try {
    const { length } = read.target;
    for (let at = 0; at < Math.min(2 * pieceBytes, length); at += pieceBytes)
      staging.push(await takePiece(gpu, Math.min(pieceBytes, length)));
    await bringPieces(gpu, read, staging);
    isSound = true;
  } finally {
    givePieces(gpu, staging, isSound);
  }
}

async function bringPieces(
  gpu: Gpu,
  { buffer, offset, target }: Read,
  staging: readonly GPUBuffer[],
): Promise<void> {
  const bring = (at: number) => {
    const piece = staging[(at / pieceBytes) % 2];
    if (!piece || at >= target.length) return null;
    const bytes = Math.min(pieceBytes, target.length - at);
    const encoder = gpu.device.createCommandEncoder();
    encoder.copyBufferToBuffer(buffer, offset + at, piece, 0, bytes);
    gpu.device.queue.submit([encoder.finish()]);
    const mapped = raceLoss(gpu, piece.mapAsync(GPUMapMode.READ, 0, bytes));
    // The piece before it may fail first.
    mapped.catch(() => {});
    return { piece, bytes, mapped };
  };
  let coming = bring(0);
  for (let at = 0; coming !== null; at += pieceBytes) {
    const { piece, bytes, mapped } = coming;
    coming = bring(at + pieceBytes);
    await mapped;
    target.set(new Uint8Array(piece.getMappedRange(0, bytes)), at);
    piece.unmap();
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
