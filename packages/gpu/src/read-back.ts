// What buffers hold, brought to the host through memory that both see.
import { pieceBytes } from './buffers.ts';
import { raceLoss } from './device.ts';
import type { Gpu } from './device.ts';
import { givePieces, takePiece, withPieces } from './staging.ts';
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
  const piece = await takePiece(gpu, 'read', bytes);
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

async function readPieces(gpu: Gpu, read: Read): Promise<void> {
  const { length: bytes } = read.target;
  await withPieces(gpu, { way: 'read', bytes }, (pieces) => bringPieces(gpu, read, pieces));
}

interface Read {
  readonly buffer: GPUBuffer;
  readonly offset: number;
  readonly target: Uint8Array;
}

// Two pieces take turns: while the host copies one, the device brings the other.
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
