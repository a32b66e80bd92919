// Threads judge as the thread that asks would, and their end is told.
import { afterEach, expect, test } from 'vitest';
import { doubleCase, family } from '../../fixtures/double/family.ts';
import { sameThread } from '../contract/judges.ts';
import type { Judges } from '../contract/judges.ts';
import { openThreads } from './threads.ts';
import type { Threads } from './threads.ts';

const module = new URL('../../fixtures/double/family.ts', import.meta.url).href;
const accuracy = { longestSum: 1 };
const usual = doubleCase(1001);

let threads: Threads | null = null;
afterEach(() => threads?.close());

function open(problem: string = module): Threads {
  threads = openThreads(problem, { width: 3, isWorth: () => true });
  return threads;
}

async function trial(judges: Judges, params = usual) {
  const inputs = await judges.inputs(family, { params, structure: params, seed: 3 });
  const judge = judges.judge({ family, params, seed: 3, inputs });
  const right = Float32Array.from(inputs['values'] ?? [], (value) => 2 * value);
  return { inputs, judge, right };
}

test('threads make the same inputs, in memory that they share, and find the same', async () => {
  const here = await trial(sameThread);
  const there = await trial(open());
  expect([...(there.inputs['values'] ?? [])]).toEqual([...(here.inputs['values'] ?? [])]);
  expect(there.inputs['values']?.buffer).toBeInstanceOf(SharedArrayBuffer);
  expect(await there.judge.name()).toBe(await here.judge.name());
  for (const doubled of [here.right, here.right.with(500, 9), here.right.with(1000, Number.NaN)])
    expect(await there.judge.verify({ doubled }, accuracy)).toEqual(
      await here.judge.verify({ doubled }, accuracy),
    );
});

test('outputs that are compared at the same time lie in memory of their own, which the next take over', async () => {
  const { judge, right } = await trial(open());
  const memories: ArrayBufferLike[] = [];
  const judged = (values: Float32Array) => {
    const doubled = new Float32Array(judge.memory('doubled', right.byteLength));
    doubled.set(values);
    memories.push(doubled.buffer);
    return judge.verify({ doubled }, accuracy, 'beside');
  };
  for (let round = 0; round < 2; round++) {
    const found = await Promise.all([judged(right), judged(right.with(500, 9))]);
    expect(found.map(({ passed }) => passed)).toEqual([true, false]);
  }
  expect(new Set(memories).size).toBe(2);
});

test('threads that have settled have nothing left to compare', async () => {
  const opened = open();
  const { judge, right } = await trial(opened);
  let found = 0;
  for (let count = 0; count < 3; count++)
    void judge.verify({ doubled: right }, accuracy, 'beside').then(() => found++);
  await opened.settled();
  await new Promise((resolve) => setImmediate(resolve));
  expect(found).toBe(3);
});

test('what was freed is made again where it is judged again', async () => {
  const { judge, right } = await trial(open());
  for (const round of [1, 2]) {
    expect(await judge.verify({ doubled: right }, accuracy)).toMatchObject({ passed: round > 0 });
    judge.free();
  }
});

// Stands for a reference that is out of memory, or a thread that somebody ends.
const fatal = `data:text/javascript,${encodeURIComponent(`
  import { family as sound } from '${module}';
  export const family = { ...sound, oracle: (params, inputs, judging, part) => {
    if (params.n === 7 && part.index === 2) process.exit(3);
    return sound.oracle(params, inputs, judging, part);
  } };`)}`;

test('a thread that ends is the failure of what it was asked, and not of what is asked next', async () => {
  const judges = open(fatal);
  const before = await trial(judges);
  const victim = await trial(judges, doubleCase(7));
  await expect(victim.judge.verify({ doubled: victim.right }, accuracy)).rejects.toThrow(
    'a thread that judges ended with code 3',
  );
  const after = await trial(judges);
  for (const { judge, right } of [before, after])
    expect(await judge.verify({ doubled: right }, accuracy)).toMatchObject({ passed: true });
});

const throwing = `data:text/javascript,${encodeURIComponent(`
  import { family as sound } from '${module}';
  export const family = { ...sound, oracle: () => { throw new RangeError('Array buffer allocation failed'); } };`)}`;

test('what a reference throws is thrown where it is asked for', async () => {
  const { judge, right } = await trial(open(throwing));
  await expect(judge.verify({ doubled: right }, accuracy)).rejects.toThrow('Array buffer allocation failed');
});

test('a module that does not load is told', async () => {
  await expect(trial(open(`${module}.missing`))).rejects.toThrow(
    /a thread that judges fell: .*family\.ts\.missing/,
  );
});

test('without a module everything is done in the thread that asks', async () => {
  const judges = openThreads(undefined, { width: 3, isWorth: () => true });
  const { inputs, judge, right } = await trial(judges);
  expect(inputs['values']?.buffer).toBeInstanceOf(ArrayBuffer);
  expect(await judge.verify({ doubled: right }, accuracy)).toMatchObject({ passed: true });
});

test('the inputs of cases that are done with leave the memory', async () => {
  threads = openThreads(module, { width: 2, isWorth: () => true, mostFreedBytes: 2 ** 23 });
  const params = doubleCase(2 ** 19);
  const round = async () => {
    const { judge, right } = await trial(threads ?? sameThread, params);
    expect(await judge.verify({ doubled: right }, accuracy)).toMatchObject({ passed: true });
    judge.free();
  };
  for (let count = 0; count < 6; count++) await round();
  const before = process.memoryUsage.rss();
  for (let count = 0; count < 48; count++) await round();
  // All together they are 96 MiB, and what is compared with them as much again.
  expect((process.memoryUsage.rss() - before) / 2 ** 20).toBeLessThan(96);
});
