// A library that takes memory without end is ended before the host is: a thread of its own looks at what this process holds.
import { totalmem } from 'node:os';
import { Worker } from 'node:worker_threads';

/** Names the memory, in GiB, that a library may take on a host that has less to spare than is usual. */
export const memoryVariable = 'KERNEL_LADDER_PEER_GIB';

/**
 * Bytes that a library may take for a case: what the variable names, 8 GiB or a quarter of the host's memory, whichever is least, and
 * sixteen times its inputs, outputs and what it has to write in between. Throws where the variable is no number of GiB.
 */
export function allowanceOf(bytes: number, env = process.env): number {
  return Math.min(usualAllowance, ownAllowance(env[memoryVariable])) + 16 * bytes;
}

// Enough for what the harness prepares meanwhile, and never so much that the host is short of it.
const usualAllowance = Math.min(8 * 2 ** 30, totalmem() / 4);

function ownAllowance(text: string | undefined): number {
  if (text === undefined) return Number.POSITIVE_INFINITY;
  const gibibytes = Number(text);
  if (text.trim() !== '' && gibibytes > 0) return gibibytes * 2 ** 30;
  throw new Error(`${memoryVariable}: "${text}" is no number of GiB: write one above zero, such as 4`);
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
