// Threads that sum up and copy large arrays: one thread gets through a gigabyte in a third of a second, and the first touch of a page takes as long again.
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { chunksOf, joinSums, sumOf } from '../contract/sum.ts';
import { sameThreadMovers } from '../contract/movers.ts';
import type { Movers } from '../contract/movers.ts';
import type { Arrays } from '../contract/scalars.ts';

/** What one thread is to do. */
export interface Load {
  readonly number: number;
  readonly sums: readonly Uint8Array[];
  readonly copies: readonly { readonly to: Uint8Array; readonly from: Uint8Array }[];
}

/** What it has done: the sums, in their order. */
export interface Moved {
  readonly number: number;
  readonly sums: readonly number[];
}

/** Movers in threads, which start when they are first wanted. */
export interface MoverThreads extends Movers {
  readonly close: () => Promise<void>;
}

// Where a thread takes some three milliseconds; below, telling another one costs as much.
const leastBytes = 2 ** 23;

/** How many threads move: more than these wait for the memory of a host, not for its processors. */
export function mostMovers(processors = availableParallelism()): number {
  const most = Math.min(8, Math.floor(processors / 2));
  return most > 1 ? most : 0;
}

/** Movers in so many threads; what is small, or lies in memory that no other thread reaches, is done in the thread that asks. */
export function openMovers(width: number): MoverThreads {
  if (width === 0) return { ...sameThreadMovers, close: async () => {} };
  let crew: readonly Mover[] = [];
  const wanted = () => (crew = crew.length > 0 ? crew : Array.from({ length: width }, startMover));
  return {
    sum: async (arrays) => {
      if (!isWorth(arrays)) return sumOf(arrays);
      const shares = sharesOf(chunksOf(arrays), width);
      const sums = await Promise.all(
        wanted().map(({ move }, at) => move({ sums: shares[at] ?? [], copies: [] })),
      );
      return joinSums(sums.flat());
    },
    copy: async (to, from) => {
      if (!isWorth(to) || !isWorth(from)) return sameThreadMovers.copy(to, from);
      const shares = sharesOf(pairsOf(to, from), width);
      await Promise.all(wanted().map(({ move }, at) => move({ sums: [], copies: shares[at] ?? [] })));
    },
    close: async () => void (await Promise.all(crew.map(({ end }) => end()))),
  };
}

const none = new Uint8Array(0);

function pairsOf(to: Arrays, from: Arrays): Load['copies'] {
  return Object.entries(to).flatMap(([name, array]) => {
    const sources = chunksOf({ source: from[name] ?? none });
    return chunksOf({ array }).map((each, at) => ({ to: each, from: sources[at] ?? none }));
  });
}

function isWorth(arrays: Arrays): boolean {
  const all = Object.values(arrays);
  const bytes = all.reduce((sum, { byteLength }) => sum + byteLength, 0);
  return bytes >= leastBytes && all.every(({ buffer }) => buffer instanceof SharedArrayBuffer);
}

// In their order, as many to each.
function sharesOf<T>(items: readonly T[], width: number): readonly (readonly T[])[] {
  const edge = (index: number) => Math.floor((index * items.length) / width);
  return Array.from({ length: width }, (_, index) => items.slice(edge(index), edge(index + 1)));
}

interface Mover {
  /** Rejects once the thread has ended. */
  readonly move: (load: Omit<Load, 'number'>) => Promise<readonly number[]>;
  readonly end: () => Promise<void>;
}

interface Waiting {
  readonly resolve: (sums: readonly number[]) => void;
  readonly reject: (error: unknown) => void;
}

function startMover(): Mover {
  const worker = new Worker(new URL('./mover-thread.ts', import.meta.url));
  // Nothing that is moved is left behind by whoever ends.
  worker.unref();
  const waiting = new Map<number, Waiting>();
  let [numbers, fault]: [number, Error | null] = [0, null];
  const fail = (cause: unknown) => {
    fault = new Error(`a thread that moves arrays fell: ${String(cause)}`, { cause });
    waiting.forEach(({ reject }) => reject(fault));
    waiting.clear();
  };
  worker.on('message', ({ number, sums }: Moved) => {
    waiting.get(number)?.resolve(sums);
    waiting.delete(number);
    if (waiting.size === 0) worker.unref();
  });
  worker.on('error', fail);
  worker.on('exit', (code) => fail(`code ${code}`));
  return {
    move: (load) =>
      new Promise((resolve, reject) => {
        if (fault) return reject(fault);
        const number = ++numbers;
        waiting.set(number, { resolve, reject });
        worker.ref();
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
        worker.postMessage({ number, ...load });
      }),
    end: async () => void (await worker.terminate()),
  };
}
