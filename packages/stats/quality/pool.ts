// All tasks on all cores; the order of the results is the order of the tasks, whatever finishes first.
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { Task, TaskResult } from './plan.ts';

/** Runs the tasks; `onDone` hears how many are done. Rejects when a task throws. */
export async function runTasks(
  tasks: readonly Task[],
  onDone: (done: number) => void,
): Promise<readonly TaskResult[]> {
  const queue = tasks.map((task, at) => ({ at, task })).values();
  const results: TaskResult[] = [];
  let done = 0;
  const work = async () => {
    const worker = new Worker(new URL('worker.ts', import.meta.url));
    for (const job of queue) {
      results[job.at] = await ask(worker, job);
      onDone(++done);
    }
    await worker.terminate();
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  return results;
}

function ask(worker: Worker, job: { readonly at: number; readonly task: Task }): Promise<TaskResult> {
  return new Promise((resolve, reject) => {
    worker.once('error', reject);
    worker.once('message', ({ result }: { readonly result: TaskResult }) => {
      worker.off('error', reject);
      resolve(result);
    });
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    worker.postMessage(job);
  });
}
