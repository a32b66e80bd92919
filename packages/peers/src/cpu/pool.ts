// Threads that are kept: starting one takes a hundred times as long as waking it.
import { MessageChannel, Worker } from 'node:worker_threads';
import type { MessagePort } from 'node:worker_threads';
import { control, controlBytes, lastCall } from './control.ts';
import type { Message } from './control.ts';
import type { Task } from './task.ts';

/** A number of threads that share tasks. */
export interface Pool {
  readonly threads: number;
  /** Hands a task to all threads; its arrays lie in shared memory. */
  readonly load: (task: Task) => LoadedTask;
  /** Ends the threads. */
  readonly close: () => void;
}

/** A task that every thread has. */
export interface LoadedTask {
  /** Wakes all threads and waits until the last has done its part. */
  readonly run: () => void;
  readonly free: () => void;
}

/** Starts the threads, and waits until each of them listens. */
export async function startPool(threads: number): Promise<Pool> {
  const words = new Int32Array(new SharedArrayBuffer(controlBytes));
  const ports = await Promise.all(
    Array.from({ length: threads }, (_, index) => startThread(words, { index, of: threads })),
  );
  let lastId = 0;
  const tell = (message: Message) => ports.forEach((port) => port.postMessage(message));
  return {
    threads,
    load: (task) => {
      const id = ++lastId;
      tell({ type: 'task', id, task });
      return { run: () => call(words, id, threads), free: () => tell({ type: 'over', id }) };
    },
    close: () => {
      wake(words, lastCall);
      for (const port of ports) port.close();
    },
  };
}

function startThread(
  words: Int32Array,
  part: { readonly index: number; readonly of: number },
): Promise<MessagePort> {
  const { port1, port2 } = new MessageChannel();
  const workerData = { words, port: port2, part };
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { workerData, transferList: [port2] });
  // Neither threads nor ports keep a process alive that has nothing left to do.
  worker.unref();
  return new Promise((resolve, reject) => {
    worker.once('error', reject);
    port1.once('message', () => {
      port1.unref();
      resolve(port1);
    });
  });
}

// The calling thread sleeps meanwhile: turns of its event loop would be in the time that is taken.
function call(words: Int32Array, id: number, threads: number): void {
  Atomics.store(words, control.done, 0);
  wake(words, id);
  for (let done = 0; done < threads; done = Atomics.load(words, control.done))
    Atomics.wait(words, control.done, done);
  const failed = Atomics.exchange(words, control.failed, 0);
  if (failed > 0) throw new Error(`${failed} of ${threads} threads failed`);
}

function wake(words: Int32Array, id: number): void {
  Atomics.store(words, control.task, id);
  Atomics.add(words, control.calls, 1);
  Atomics.notify(words, control.calls);
}
