// The thread that looks: it goes on where the thread that takes the memory never gives way.
import { writeSync } from 'node:fs';
import { workerData } from 'node:worker_threads';
import { inGib } from './memory.ts';

const everyMs = 20;
const standardError = 2;
// The one file that starts this thread gives it the bytes at the beginning, and how many more there may be.
const words = workerData as Float64Array;

setInterval(() => {
  const [before = 0, allowance = 0] = words;
  const taken = process.memoryUsage.rss() - before;
  if (taken <= allowance) return;
  writeSync(standardError, `the library took ${inGib(taken)} of memory, ${inGib(allowance)} are allowed\n`);
  process.kill(process.pid, 'SIGKILL');
}, everyMs);
