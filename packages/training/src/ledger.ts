// What every rank's memory holds, and held when it held most: the one way to the training's buffers.
import type { Gpu } from '@kernel-ladder/harness';

/** What bytes are for. `optimiser` is its state; `activations` has the errors that are propagated back, too. */
export type Purpose = 'parameters' | 'gradients' | 'optimiser' | 'activations';

/** Bytes of one rank by purpose. */
export type Holding = { readonly [Name in Purpose]: number };

/** A ledger of bytes and who holds them. */
export interface Ledger {
  /** Enters what an owner takes of each rank. Throws when the owner is in already. */
  readonly enter: (owner: object, purpose: Purpose, bytesOfRank: readonly number[]) => void;
  /** Strikes an owner off. Throws when it is not in. */
  readonly strike: (owner: object) => void;
  /** What each rank holds. */
  readonly held: () => readonly Holding[];
  /** What each rank held at the first moment at which its total was largest. */
  readonly peak: () => readonly Holding[];
}

interface Entry {
  readonly purpose: Purpose;
  readonly bytesOfRank: readonly number[];
}

const nothing: Holding = { parameters: 0, gradients: 0, optimiser: 0, activations: 0 };

/** An empty ledger. */
export function createLedger(ranks: number): Ledger {
  const entries = new Map<object, Entry>();
  let held: readonly Holding[] = Array.from({ length: ranks }, () => nothing);
  let peak = held;
  return {
    enter: (owner, purpose, bytesOfRank) => {
      if (entries.has(owner))
        throw new Error(`the ledger has these ${purpose} already: strike them off first`);
      entries.set(owner, { purpose, bytesOfRank });
      held = changed(held, { purpose, bytesOfRank }, 1);
      peak = peak.map((most, rank) => larger(most, held[rank] ?? nothing));
    },
    strike: (owner) => {
      const entry = entries.get(owner);
      if (!entry)
        throw new Error('the ledger has no such buffer: it was released before, or never allocated');
      entries.delete(owner);
      held = changed(held, entry, -1);
    },
    held: () => held,
    peak: () => peak,
  };
}

/** Bytes of all purposes. */
export function totalOf(holding: Holding): number {
  return Object.values(holding).reduce((sum, bytes) => sum + bytes, 0);
}

/** Memory of logical ranks: each buffer holds all ranks' vectors, and the ledger which part is whose. */
export interface RankMemory {
  readonly ledger: Ledger;
  /** A storage buffer of zeros, exactly as large as the ranks' parts together. */
  readonly allocate: (purpose: Purpose, bytesOfRank: readonly number[]) => GPUBuffer;
  /** Destroys a buffer: the device must be done with it. */
  readonly release: (buffer: GPUBuffer) => void;
  /** Releases everything. */
  readonly free: () => void;
}

/** Memory on a device, empty. */
export function createRankMemory(gpu: Gpu, ranks: number): RankMemory {
  const ledger = createLedger(ranks);
  const buffers = new Set<GPUBuffer>();
  const release = (buffer: GPUBuffer) => {
    ledger.strike(buffer);
    buffers.delete(buffer);
    buffer.destroy();
  };
  return {
    ledger,
    allocate: (purpose, bytesOfRank) => {
      const size = bytesOfRank.reduce((sum, bytes) => sum + bytes, 0);
      const usage = GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_DST | GPUBufferUsage.COPY_SRC;
      const buffer = gpu.device.createBuffer({ label: purpose, size, usage });
      buffers.add(buffer);
      ledger.enter(buffer, purpose, bytesOfRank);
      return buffer;
    },
    release,
    free: () => [...buffers].forEach(release),
  };
}

function changed(held: readonly Holding[], { purpose, bytesOfRank }: Entry, sign: 1 | -1): Holding[] {
  return held.map((holding, rank) => ({
    ...holding,
    [purpose]: holding[purpose] + sign * (bytesOfRank[rank] ?? 0),
  }));
}

function larger(most: Holding, next: Holding): Holding {
  return totalOf(next) > totalOf(most) ? next : most;
}
