// A library that takes memory without end is ended before the host is: a thread of its own looks at what this process holds.
import { totalmem } from 'node:os';
import { Worker } from 'node:worker_threads';

// Enough for what the harness prepares meanwhile, and never so much that the host is short of it.
const leastAllowance = Math.min(8 * 2 ** 30, totalmem() / 4);

/**
 * Bytes that a library may take for a case: 8 GiB or a quarter of the host's memory, and sixteen times its inputs, outputs and what it
 * has to write in between.
 */
export function allowanceOf(bytes: number): number {
  return leastAllowance + 16 * bytes;
}

/** Bytes in words. */
export function inGib(bytes: number): string {
  return `${(bytes / 2 ** 30).toFixed(1)} GiB`;
}

let limit: Float64Array | null = null;

/** Ends this process, with a last word, once it holds so many bytes more than it does at this call, the last one made. */
export function guardMemory(allowance: number): void {
  limit ??= startGuard();
  limit[0] = process.memoryUsage.rss();
  limit[1] = allowance;
}

function startGuard(): Float64Array {
  const words = new Float64Array(new SharedArrayBuffer(16));
  words[1] = Number.POSITIVE_INFINITY;
  const guard = new Worker(new URL('./memory-guard.ts', import.meta.url), { workerData: words });
  guard.unref();
  return words;
}
