// Memory that host and device both see, in pieces: on the way to a buffer, and back.
import { createBuffer, destroyBuffer, pieceBytes } from './buffers.ts';
import type { Gpu } from './device.ts';

/** Which way copies go through a piece. */
export type Way = 'write' | 'read';

const usages = {
  write: () => GPUBufferUsage.MAP_WRITE | GPUBufferUsage.COPY_SRC,
  read: () => GPUBufferUsage.MAP_READ | GPUBufferUsage.COPY_DST,
} satisfies Record<Way, () => GPUBufferUsageFlags>;

// By device: such memory is the driver's to give, and takes it its time, tens of milliseconds for a large piece. Some are kept, beside the ledger, as long
// as their device lives.
const keptPieces = new WeakMap<GPUDevice, GPUBuffer[]>();
const sizes = [2 ** 20, 2 ** 23, pieceBytes];
// Of each size and way: what a large array takes, and what two small ones do.
const mostKept = new Map(sizes.map((bytes) => [bytes, bytes < pieceBytes ? 4 : 2]));

function keptOf({ device }: Gpu): GPUBuffer[] {
  const kept = keptPieces.get(device) ?? [];
  keptPieces.set(device, kept);
  return kept;
}

/** How many bytes of a device are kept for copies to come, which the ledger does not have. */
export function keptBytes(gpu: Gpu): number {
  return keptOf(gpu).reduce((sum, { size }) => sum + size, 0);
}

/** A piece of at least so many bytes, unmapped; the device may still be at the last copy from one that was kept. Throws as `createBuffer` does. */
export async function takePiece(gpu: Gpu, way: Way, bytes: number): Promise<GPUBuffer> {
  const size = sizes.find((each) => each >= bytes) ?? bytes;
  const usage = usages[way]();
  const kept = keptOf(gpu);
  const at = kept.findIndex((piece) => piece.size === size && piece.usage === usage);
  const [found] = at < 0 ? [] : kept.splice(at, 1);
  if (!found) return createBuffer(gpu, { label: `piece to ${way}`, bytes: size, usage });
  gpu.ledger.set(found, found.size);
  return found;
}

/** Takes pieces back: what a fault has left may still be waited for, or be mapped, and is not kept. */
export function givePieces(gpu: Gpu, pieces: readonly GPUBuffer[], isSound: boolean): void {
  const kept = keptOf(gpu);
  for (const piece of pieces) {
    const alike = kept.filter(({ size, usage }) => size === piece.size && usage === piece.usage).length;
    if (!isSound || alike >= (mostKept.get(piece.size) ?? 0)) destroyBuffer(gpu, piece);
    else if (gpu.ledger.delete(piece)) kept.push(piece);
  }
}

/** Takes two pieces that take turns, or one where one is enough for so many bytes, and takes them back behind the work. */
export async function withPieces(
  gpu: Gpu,
  { way, bytes }: { readonly way: Way; readonly bytes: number },
  work: (pieces: readonly GPUBuffer[]) => Promise<void>,
): Promise<void> {
  const pieces: GPUBuffer[] = [];
  let isSound = false;
  try {
    for (let at = 0; at < Math.min(2 * pieceBytes, bytes); at += pieceBytes)
      pieces.push(await takePiece(gpu, way, Math.min(pieceBytes, bytes)));
    await work(pieces);
    isSound = true;
  } finally {
    givePieces(gpu, pieces, isSound);
  }
}
