// A thread that moves: it sums up and copies pieces of arrays in memory that threads share.
import { parentPort } from 'node:worker_threads';
import { sumOfChunk } from '../contract/sum.ts';
import type { Load, Moved } from './movers.ts';

parentPort?.on('message', ({ number, sums, copies }: Load) => {
  for (const { to, from } of copies) to.set(from);
  const moved: Moved = { number, sums: sums.map(sumOfChunk) };
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort?.postMessage(moved);
});
