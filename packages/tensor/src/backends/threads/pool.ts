// Threads that compute parts of calls on shared memory: numbers are never copied, only the description of a part is sent.
import { Worker } from 'node:worker_threads';
import type { Part } from '../../kernels/kinds.ts';

/** A part, and where its result goes: shared memory, all of it. */
export interface Question {
  readonly id: number;
  readonly operator: string;
  readonly part: Part;
  readonly result: Float64Array;
}

/** What a thread says when it is done. */
export interface Answer {
  readonly id: number;
  readonly error?: string;
}

/** Some threads that take turns. */
export interface Pool {
  readonly width: number;
  /** Computes a part; rejects with what its operator throws, or where the thread ends. */
  readonly compute: (question: Omit<Question, 'id'>) => Promise<void>;
  readonly close: () => Promise<void>;
}

interface Waiting {
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
}

/** A pool of so many threads, which start with the first part. */
export function createPool(width: number): Pool {
  const waiting = new Map<number, Waiting>();
  let workers: readonly Worker[] = [];
  let asked = 0;
  const hear = ({ id, error }: Answer) => {
    const { resolve, reject } = waiting.get(id) ?? {};
    waiting.delete(id);
    if (error === undefined) resolve?.();
    else reject?.(new Error(error));
  };
  // What was sent to a thread that is gone is never answered: every part ends, and the next one starts threads anew.
  const lose = (worker: Worker, why: string) => {
    const left = workers;
    if (!left.includes(worker)) return;
    workers = [];
    for (const one of left) void one.terminate();
    for (const { reject } of waiting.values()) reject(new Error(`a thread of the device was lost: ${why}`));
    waiting.clear();
  };
  return {
    width,
    compute: (question) => {
      if (workers.length === 0) workers = Array.from({ length: width }, () => startWorker(hear, lose));
      const id = ++asked;
      return new Promise((resolve, reject) => {
        waiting.set(id, { resolve, reject });
        workers[id % width]?.postMessage({ id, ...question } satisfies Question);
      });
    },
    close: async () => {
      const left = workers;
      workers = [];
      await Promise.all(left.map((worker) => worker.terminate()));
    },
  };
}

function startWorker(hear: (answer: Answer) => void, lose: (worker: Worker, why: string) => void): Worker {
  const worker = new Worker(new URL('worker.ts', import.meta.url));
  worker.on('message', hear);
  worker.on('error', (error) => lose(worker, error instanceof Error ? error.message : String(error)));
  worker.on('exit', (code) => lose(worker, `it ended with code ${code}`));
  return worker;
}
