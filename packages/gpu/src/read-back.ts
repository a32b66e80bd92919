// What buffers hold, brought to the host through memory that both see.
import { createBuffer, destroyBuffer, pieceBytes } from './buffers.ts';
import { raceLoss } from './device.ts';
import type { Gpu } from './device.ts';
import { submit } from './submit.ts';

/** The beginning of a buffer, as much as the memory holds: whole words. */
export interface Wanted {
  readonly buffer: GPUBuffer;
  readonly memory: ArrayBufferLike;
}

/** Copies bytes [offset, offset + bytes) back; both multiples of 4. Throws device-lost when the device goes, and what it finds invalid. */
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

/**
 * Has commands end with copies of what is wanted, has them submitted, and copies that to its memory: it comes by the same submission, and the device is
 * waited for once. Throws as `readBuffer` does.
 */
export async function readBehind(
  gpu: Gpu,
  { encoder, wanted }: { readonly encoder: GPUCommandEncoder; readonly wanted: readonly Wanted[] },
  send: () => Promise<void>,
): Promise<void> {
  const bytes = wanted.reduce((sum, { memory }) => sum + memory.byteLength, 0);
  const piece = await takePiece(gpu, bytes);
  let isSound = false;
  try {
    eachPlace(wanted, ({ buffer, memory }, at) => {
      encoder.copyBufferToBuffer(buffer, 0, piece, at, memory.byteLength);
    });
    await send();
    await raceLoss(gpu, piece.mapAsync(GPUMapMode.READ, 0, bytes));
    const mapped = piece.getMappedRange(0, bytes);
    eachPlace(wanted, ({ memory }, at) => {
      new Uint8Array(memory).set(new Uint8Array(mapped, at, memory.byteLength));
    });
    piece.unmap();
    isSound = true;
  } finally {
    givePieces(gpu, [piece], isSound);
  }
}

function eachPlace(wanted: readonly Wanted[], visit: (each: Wanted, at: number) => void): void {
  let at = 0;
  for (const each of wanted) {
    visit(each, at);
    at += each.memory.byteLength;
  }
}

interface Read {
  readonly buffer: GPUBuffer;
  readonly offset: number;
  readonly target: Uint8Array;
}

// By device: memory of the host that it copies to is the driver's to give, and takes it its time, tens of milliseconds for a large piece. Some are kept,
// beside the ledger, as long as their device lives.
const keptPieces = new WeakMap<GPUDevice, GPUBuffer[]>();
const smallSizes = [2 ** 20, 2 ** 23];
const mostKept = new Map([...smallSizes, pieceBytes].map((bytes) => [bytes, bytes < pieceBytes ? 4 : 2]));

function keptOf({ device }: Gpu): GPUBuffer[] {
  const kept = keptPieces.get(device) ?? [];
  keptPieces.set(device, kept);
  return kept;
}

/** How many bytes of a device are kept for reads to come, which the ledger does not have. */
export function keptBytes(gpu: Gpu): number {
  return keptOf(gpu).reduce((sum, { size }) => sum + size, 0);
}

// At least so many bytes.
async function takePiece(gpu: Gpu, bytes: number): Promise<GPUBuffer> {
  const size = smallSizes.find((each) => each >= bytes) ?? bytes;
  const kept = keptOf(gpu);
  const at = kept.findIndex((piece) => piece.size === size);
  const [found] = at < 0 ? [] : kept.splice(at, 1);
  if (!found) {
    const usage = GPUBufferUsage.COPY_DST | GPUBufferUsage.MAP_READ;
    return createBuffer(gpu, { label: 'read-back', bytes: size, usage });
  }
  gpu.ledger.set(found, found.size);
  return found;
}

// What a fault has left may still be waited for, or be mapped.
function givePieces(gpu: Gpu, pieces: readonly GPUBuffer[], isSound: boolean): void {
  const kept = keptOf(gpu);
  for (const piece of pieces) {
    const alike = kept.filter(({ size }) => size === piece.size).length;
    if (!isSound || alike >= (mostKept.get(piece.size) ?? 0)) destroyBuffer(gpu, piece);
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
    // A piece that nothing was copied to still holds what was read before.
    const copied = submit(gpu, encoder);
    const mapped = Promise.all([copied, raceLoss(gpu, piece.mapAsync(GPUMapMode.READ, 0, bytes))]);
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
