// A caching allocator over the device's buffers: what is given back is kept by its size class and given out again, because a buffer
// takes the driver longer to make than a small kernel to run.
//
// Every block is a buffer of its own: WebGPU refuses a dispatch that reads one part of a buffer through a read-only binding and writes
// another, so tensors in a shared buffer could not meet in one kernel. What a kernel needs for itself lies in arenas (fusion's plan).
import { createBuffer, destroyBuffer, GpuFault } from '@kernel-ladder/gpu';
import type { Gpu } from '@kernel-ladder/gpu';
import type { Handle, Ledger } from './ledger.ts';
import { sizeClassOf } from './size-classes.ts';

/** What an allocator has done so far. Bytes asked for are those of tensors; the rest of their buffers is waste. */
export interface AllocatorReport {
  /** Blocks that were given out, and how many of them had been given back before. */
  readonly given: number;
  readonly reused: number;
  /** Of what is given out: bytes asked for, and bytes of the buffers that hold them. */
  readonly askedBytes: number;
  readonly heldBytes: number;
  /** Kept for the next one. */
  readonly cachedBytes: number;
  /** The most bytes, held and cached, that there were at once. */
  readonly peakBytes: number;
  /** Waste within the buffers that are given out, as a share of them: 0 to 0.2 for large ones. */
  readonly internalFragmentation: number;
  /** Bytes that are cached, as a share of all: what nobody uses, and no other class can have. */
  readonly externalFragmentation: number;
}

/** Gives out buffers and keeps what comes back. */
export interface Allocator {
  /** A buffer of at least that many bytes, not cleared. Throws GpuFault out-of-memory, when nothing is cached any more. */
  readonly allocate: (name: string, bytes: number) => Promise<Handle<GPUBuffer>>;
  readonly report: () => AllocatorReport;
  /** Destroys what is cached; returns its bytes. */
  readonly trim: () => number;
}

const { STORAGE, COPY_SRC, COPY_DST } = globalThis.GPUBufferUsage ?? {
  STORAGE: 128,
  COPY_SRC: 4,
  COPY_DST: 8,
};

interface Counts {
  given: number;
  reused: number;
  asked: number;
  held: number;
  cached: number;
  peak: number;
}

/** An allocator of a device; its blocks are entered in the ledger as buffers. */
export function createAllocator(gpu: Gpu, ledger: Ledger): Allocator {
  const cache = new Map<number, GPUBuffer[]>();
  const counts: Counts = { given: 0, reused: 0, asked: 0, held: 0, cached: 0, peak: 0 };
  const trim = () => {
    const freed = counts.cached;
    for (const buffer of [...cache.values()].flat()) destroyBuffer(gpu, buffer);
    cache.clear();
    counts.cached = 0;
    return freed;
  };
  const make = async (name: string, bytes: number) => {
    const spec = { label: name, bytes, usage: STORAGE | COPY_SRC | COPY_DST };
    try {
      return await createBuffer(gpu, spec);
    } catch (error) {
      if (!(error instanceof GpuFault && error.code === 'out-of-memory') || trim() === 0) throw error;
      return createBuffer(gpu, spec);
    }
  };
  const allocate = async (name: string, bytes: number) => {
    const size = classWithin(gpu, bytes);
    const kept = cache.get(size)?.pop();
    const buffer = kept ?? (await make(name, size));
    if (kept) counts.cached -= size;
    counts.given++;
    counts.reused += Number(kept !== undefined);
    counts.asked += bytes;
    counts.held += size;
    counts.peak = Math.max(counts.peak, counts.held + counts.cached);
    const free = (returned: GPUBuffer) => {
      counts.asked -= bytes;
      counts.held -= size;
      counts.cached += size;
      cache.set(size, [...(cache.get(size) ?? []), returned]);
    };
    return ledger.own({ kind: 'buffer', name, bytes, value: buffer, free });
  };
  return { allocate, trim, report: () => reportOf(counts) };
}

// The class of the largest tensors may be larger than the device allows, though they are not.
function classWithin({ facts }: Gpu, bytes: number): number {
  const most = Math.min(
    facts.limits['maxBufferSize'] ?? Infinity,
    facts.limits['maxStorageBufferBindingSize'] ?? Infinity,
  );
  const size = sizeClassOf(bytes);
  return size > most ? Math.ceil(bytes / 4) * 4 : size;
}

function reportOf({ given, reused, asked, held, cached, peak }: Counts): AllocatorReport {
  return {
    given,
    reused,
    askedBytes: asked,
    heldBytes: held,
    cachedBytes: cached,
    peakBytes: peak,
    internalFragmentation: held === 0 ? 0 : 1 - asked / held,
    externalFragmentation: held + cached === 0 ? 0 : cached / (held + cached),
  };
}
