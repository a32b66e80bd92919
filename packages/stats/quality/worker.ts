// Runs tasks as they come, beside the main thread.
import { parentPort } from 'node:worker_threads';
import { runTask } from './plan.ts';
import type { Task } from './plan.ts';

parentPort?.on('message', ({ at, task }: { readonly at: number; readonly task: Task }) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort?.postMessage({ at, result: runTask(task) });
});
