// Threads that share the work of publishing; without any, work is done where it is asked for.
import { getCompileCacheDir } from 'node:module';
import { availableParallelism } from 'node:os';
import { dirname } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { Worker } from 'node:worker_threads';
import type { Cache } from './cache.ts';
import { weights, workers } from './work.ts';
import type { Done, Piece, Work, WorkKind } from './work.ts';

/** Whoever does pieces of work. */
export interface Pool {
  /**
   * Does each piece; the answers are in the order of the pieces. Threads begin with the first before the next is asked for. Throws what any
   * piece throws.
   */
  readonly all: <Kind extends WorkKind>(
    kind: Kind,
    pieces: Iterable<Work[Kind]['takes']>,
  ) => Promise<readonly Work[Kind]['gives'][]>;
  readonly close: () => Promise<void>;
}

// A thread makes much that lasts as long as a piece of work: where it may lie longer before it is looked through, in MB, most of it has
// gone by then. A seventh of all processor time. Each thread looks through its own: beside threads that are as many as there are
// processors, helpers would take theirs. A twelfth. What is old is looked through half as often where there may be as
// much of it as there ever is. Read where a thread begins, so that this one stays as it is.
const memoryFlags = [
  '--initial-old-space-size=512',
  '--min-semi-space-size=32',
  '--max-semi-space-size=32',
  '--no-parallel-scavenge',
];

/** Files from which on threads save more time than they take to start. */
const worthThreads = 200;

/** Opens a pool for so many files. */
export function openPool(cache: Cache, files: number): Pool {
  if (files < worthThreads)
    return {
      all: async (kind, pieces) => Array.from(pieces, (piece) => workers[kind](cache, piece)),
      close: async () => {},
    };
  for (const flag of memoryFlags) setFlagsFromString(flag);
  const threads = Array.from({ length: Math.min(8, availableParallelism()) }, () => startThread(cache));
  const dealer = createDealer(threads);
  return {
    all: async (kind, pieces) => {
      const answers = Array.from(pieces, (piece) => dealer.deal(kind, piece, weights[kind](piece)));
      dealer.dealLast();
      return (await Promise.all(answers)) as never;
    },
    close: async () => {
      await Promise.all(threads.map(({ end }) => end()));
    },
  };
}

// For each thread so many of the last pieces.
const lastPieces = 4;

// Pieces are dealt out as they come: who asks is busy with other work meanwhile, and no thread waits for it. Nobody knows how long each takes:
// the last ones are held until a thread has little else to do, so that all end together.
function createDealer(threads: readonly Thread[]) {
  const held: ((thread: Thread) => void)[] = [];
  const dealLast = () => {
    for (const thread of threads) while (thread.pieces() < 2 && held.length > 0) held.shift()?.(thread);
  };
  return {
    deal: (kind: WorkKind, takes: unknown, weight: number) => {
      const { promise, resolve, reject } = Promise.withResolvers<unknown>();
      held.push((thread) => {
        thread.do(kind, takes, weight).then(resolve, reject).finally(dealLast);
      });
      const freest = threads.reduce((least, one) => (one.load() < least.load() ? one : least));
      if (held.length > lastPieces * threads.length) held.shift()?.(freest);
      return promise;
    },
    dealLast,
  };
}

// A thread does not take over where its process keeps compiled modules.
function threadEnv(): NodeJS.ProcessEnv {
  const folder = getCompileCacheDir();
  return folder === undefined ? process.env : { ...process.env, NODE_COMPILE_CACHE: dirname(folder) };
}

interface Waiting {
  readonly weight: number;
  readonly resolve: (gives: unknown) => void;
  readonly reject: (error: unknown) => void;
}

type Thread = ReturnType<typeof startThread>;

function startThread(cache: Cache) {
  const worker = new Worker(new URL('thread.ts', import.meta.url), { workerData: cache, env: threadEnv() });
  const waiting = new Map<number, Waiting>();
  let next = 0;
  let load = 0;
  let fault: unknown = null;
  const failAll = (error: unknown) => {
    fault ??= error;
    for (const { reject } of waiting.values()) reject(error);
  };
  worker.on('message', ({ id, gives }: Done) => {
    const { weight = 0, resolve } = waiting.get(id) ?? {};
    load -= weight;
    resolve?.(gives);
    waiting.delete(id);
  });
  worker.on('error', failAll);
  worker.on('exit', () => failAll(new Error('a thread of publishing ended before its work')));
  return {
    /** What it has not answered yet: by weight, and how many. */
    load: () => load,
    pieces: () => waiting.size,
    do: (kind: WorkKind, takes: unknown, weight: number) =>
      new Promise((resolve, reject) => {
        // What is dealt to it from then on would wait for ever.
        if (fault !== null) return reject(fault);
        const id = next++;
        waiting.set(id, { weight, resolve, reject });
        load += weight;
        const piece: Piece = { id, kind, takes };
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
        worker.postMessage(piece);
      }),
    end: async () => {
      waiting.clear();
      await worker.terminate();
    },
  };
}
