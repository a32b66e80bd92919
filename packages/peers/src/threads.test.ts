// What threads over shared memory need: counters that lose nothing, and a barrier that holds all of them.
import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { createTeam, meet } from './cpu/team.ts';

const threads = 3;
const rounds = 200;

// Threads of their own program, each with its index; they end when it does.
async function onThreads(words: Int32Array, program: string): Promise<void> {
  const { barrier } = createTeam(threads);
  const module = new URL('./cpu/team.ts', import.meta.url).href;
  const code = `
    const { workerData: { words, barrier, index } } = require('node:worker_threads');
    import(${JSON.stringify(module)}).then(({ meet }) => {
      const wait = () => meet(barrier, ${threads});
      for (let round = 0; round < ${rounds}; round++) { ${program} }
    });`;
  const ended = Array.from({ length: threads }, (_, index) => {
    const worker = new Worker(code, { eval: true, workerData: { words, barrier, index } });
    return new Promise<void>((resolve, reject) => {
      worker.once('error', reject);
      worker.once('exit', () => resolve());
    });
  });
  await Promise.all(ended);
}

const sharedWords = (count: number) => new Int32Array(new SharedArrayBuffer(4 * count));

test('a sum by Atomics loses nothing where one without does', async () => {
  // All read before any writes: of what they add one alone is left.
  const lost = sharedWords(1);
  await onThreads(lost, 'const seen = words[0]; wait(); words[0] = seen + 1; wait();');
  expect(lost[0]).toBe(rounds);
  const kept = sharedWords(1);
  await onThreads(kept, 'wait(); Atomics.add(words, 0, 1); wait();');
  expect(kept[0]).toBe(threads * rounds);
});

test('barriers of SharedArrayBuffer hold every thread', async () => {
  // Each says which round it is in, and behind the barrier finds all others in the same, until all have looked.
  const words = sharedWords(threads + 1);
  await onThreads(
    words,
    `words[index] = round;
     wait();
     for (let other = 0; other < ${threads}; other++) if (words[other] !== round) Atomics.add(words, ${threads}, 1);
     wait();`,
  );
  expect([...words]).toEqual([rounds - 1, rounds - 1, rounds - 1, 0]);
});

test('a thread that does not come ends the wait of the others', () => {
  expect(() => meet(createTeam(2).barrier, 2, 10)).toThrow('not all of 2 threads came within 10 ms');
});
