// What the host has, brought to buffers through memory that both see.
import { pieceBytes, writeBuffer } from './buffers.ts';
import { raceLoss } from './device.ts';
import type { Gpu } from './device.ts';
import { withPieces } from './staging.ts';
import { submit } from './submit.ts';

// Dawn has memory at hand for as much, and asks the driver for more with every larger write.
const littleBytes = 2 ** 20;

/**
 * Writes whole words, a multiple of 4 bytes, to the beginning of a buffer; what is submitted once that is awaited finds them. Up to a mebibyte is taken at the
 * call, as by `writeBuffer`, with whose errors it comes. What is larger goes through pieces of memory that are kept, and is not to change meanwhile: that throws
 * device-lost when the device goes, and what it finds invalid.
 */
export async function upload(gpu: Gpu, buffer: GPUBuffer, data: ArrayBufferView): Promise<void> {
  if (data.byteLength <= littleBytes) return writeBuffer(gpu, buffer, 0, data);
  const source = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  const send = () =>
    withPieces(gpu, { way: 'write', bytes: source.length }, (pieces) =>
      sendPieces(gpu, { buffer, source }, pieces),
    );
  const own = (newest.get(gpu.device) ?? Promise.resolve()).then(send, send);
  newest.set(gpu.device, own);
  await own;
}

// By device. There is one bus: two uploads at once would take no less time, and twice the pieces.
const newest = new WeakMap<GPUDevice, Promise<void>>();

// Two pieces take turns: while the host fills one, the device takes from the other.
async function sendPieces(
  gpu: Gpu,
  { buffer, source }: { readonly buffer: GPUBuffer; readonly source: Uint8Array },
  pieces: readonly GPUBuffer[],
): Promise<void> {
  const open = (at: number) => {
    const piece = pieces[(at / pieceBytes) % 2];
    if (!piece || at >= source.length) return null;
    const bytes = Math.min(pieceBytes, source.length - at);
    const mapped = raceLoss(gpu, piece.mapAsync(GPUMapMode.WRITE, 0, bytes));
    // Nobody awaits it where the piece before it could not be filled.
    mapped.catch(() => {});
    return { piece, bytes, mapped };
  };
  const sent: Promise<number>[] = [];
  let next = open(0);
  for (let at = 0; next !== null; at += pieceBytes) {
    const { piece, bytes, mapped } = next;
    await mapped;
    next = open(at + pieceBytes);
    new Uint8Array(piece.getMappedRange(0, bytes)).set(source.subarray(at, at + bytes));
    piece.unmap();
    const encoder = gpu.device.createCommandEncoder();
    encoder.copyBufferToBuffer(piece, 0, buffer, at, bytes);
    const copied = submit(gpu, encoder);
    copied.catch(() => {});
    sent.push(copied);
  }
  await Promise.all(sent);
}
