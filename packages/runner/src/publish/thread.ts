// A thread of publishing: it does the pieces of work that it is sent, one after the other.
import { parentPort, workerData } from 'node:worker_threads';
import { workers } from './work.ts';
import type { Done, Piece } from './work.ts';

parentPort?.on('message', ({ id, kind, takes }: Piece) => {
  // The kind says what it takes; the compiler cannot follow that through the message.
  const done: Done = { id, gives: workers[kind](workerData, takes as never) };
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort?.postMessage(done);
});
