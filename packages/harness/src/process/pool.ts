// The threads of a process, and the memory that they share with it.
import { flushCompileCache } from 'node:module';
import { collect } from './collect.ts';
import type { Judge } from '../contract/judges.ts';
import { createThread } from './thread.ts';
import type { Thread } from './thread.ts';

/** Threads that start when they are first wanted. */
export interface Pool {
  readonly width: number;
  /** The judging thread of a number below the width; another one where the last of that number has ended. */
  readonly judging: (number: number) => Thread;
  /** Of the threads beside them, which make inputs, the one that has least to do: nobody who judges waits behind it. */
  readonly generating: () => Thread;
  /** Starts all threads at once: that takes each a few tenths of a second. */
  readonly start: () => void;
  /** Waits until no thread has anything to do; one that has ended has nothing. */
  readonly idle: () => Promise<void>;
  /** As a judge has it. */
  readonly memory: Judge['memory'];
  /** Lets nobody overwrite memory while it is judged, until the function that it gives is called. */
  readonly hold: (memories: readonly ArrayBufferLike[]) => () => void;
  /** Told of shared memory that nobody wants any more. */
  readonly freed: (bytes: number) => void;
  readonly close: () => Promise<void>;
}

// A case is filled in three ways at once; more threads than that would wait for the next case.
const mostGenerators = 3;
const judgesOfGenerator = 4;

/** How many threads make inputs beside so many that judge. */
export function generatorsFor(judges: number): number {
  return Math.max(1, Math.min(mostGenerators, Math.floor(judges / judgesOfGenerator)));
}

/** How many of some threads may judge, if those that make inputs for them are among them too. */
export function judgesAmong(threads: number): number {
  let judges = 0;
  while (judges + 1 + generatorsFor(judges + 1) <= threads) judges++;
  return judges;
}

/** How many threads may judge, and how much shared memory may be left lying about. */
export interface PoolRequest {
  readonly width: number;
  readonly mostFreedBytes: number;
}

/** No threads yet; each will be of the family that `module` exports. */
export function createPool(module: string, { width, mostFreedBytes }: PoolRequest): Pool {
  // By number; those that nobody has wanted yet are holes, which only `for … of` would see.
  const threads: Thread[] = [];
  const start = starter();
  const numbered = (number: number) => {
    const held = threads[number];
    if (held && !held.hasEnded()) return held;
    const started = start({ module, isPatient: number < width });
    threads[number] = started;
    return started;
  };
  const generators = generatorsFor(width);
  let freedBytes = 0;
  const freed = (bytes: number) => {
    freedBytes += bytes;
    if (freedBytes < mostFreedBytes) return;
    freedBytes = 0;
    threads.forEach((each) => each.tell({ type: 'collect' }));
    // Whoever frees still has it in hand.
    setTimeout(collect, 0);
  };
  const memories = createMemories(freed);
  return {
    width,
    judging: numbered,
    generating: () => {
      const all = Array.from({ length: generators }, (_, number) => numbered(width + number));
      return all.reduce((one, other) => (other.waiting() < one.waiting() ? other : one));
    },
    start: () => {
      for (let number = 0; number < width + generators; number++) numbered(number);
    },
    idle: () => idle(threads),
    memory: memories.get,
    hold: memories.hold,
    freed,
    close: async () => {
      memories.clear();
      await Promise.all(threads.splice(0).map((each) => each.end()));
    },
  };
}

// Where nothing is kept of a family yet, each thread would strip and compile all of it once more: four threads of `sort` take 3.1 s of processors, and 1.7
// where they find what this thread has compiled.
function starter(): typeof createThread {
  let isKept = false;
  return (data) => {
    if (!isKept) flushCompileCache();
    isKept = true;
    return createThread(data);
  };
}

// Each answers behind what it was told before.
async function idle(threads: readonly Thread[]): Promise<void> {
  await Promise.allSettled(threads.map((each) => each.ask({ type: 'idle' })));
}

// The memory of a gigabyte of outputs is asked for once, not once a launch: what is not being judged is taken again.
function createMemories(freed: Pool['freed']) {
  const made = new Map<string, readonly SharedArrayBuffer[]>();
  const held = new Set<ArrayBufferLike>();
  return {
    get: (output: string, bytes: number) => {
      const before = made.get(output) ?? [];
      const kept = before.filter((memory) => memory.byteLength === bytes || held.has(memory));
      freed(sumOfBytes(before) - sumOfBytes(kept));
      const spare = kept.find((memory) => memory.byteLength === bytes && !held.has(memory));
      const memory = spare ?? new SharedArrayBuffer(bytes);
      made.set(output, spare ? kept : [...kept, memory]);
      return memory;
    },
    hold: (memories: readonly ArrayBufferLike[]) => {
      for (const memory of memories) held.add(memory);
      return () => memories.forEach((memory) => held.delete(memory));
    },
    clear: () => made.clear(),
  };
}

function sumOfBytes(memories: readonly ArrayBufferLike[]): number {
  return memories.reduce((sum, { byteLength }) => sum + byteLength, 0);
}
