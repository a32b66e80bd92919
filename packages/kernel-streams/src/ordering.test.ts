// One queue keeps the order of submissions, so that what a schedule may get wrong is the order itself.
import { createRandom } from '@kernel-ladder/harness';
import { fileLoader } from '@kernel-ladder/harness/node';
import { useTestGpu } from '@kernel-ladder/harness/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dependenciesOf, randomOperations, randomOrder, randomSubmissions } from './order/graph.ts';
import type { Dependencies, Operation } from './order/graph.ts';
import { openOrderedQueue } from './order/queue.ts';
import type { OrderedQueue } from './order/queue.ts';

const gpu = useTestGpu();
let queue: OrderedQueue;
beforeAll(async () => {
  queue = await openOrderedQueue(gpu(), fileLoader(new URL('./order/', import.meta.url)));
});
afterAll(() => queue.free());

const [graphs, schedules, length] = [20, 10, 16];

const graphOf = (seed: number) => {
  const operations = randomOperations(length, createRandom(seed));
  return { operations, dependencies: dependenciesOf(operations) };
};

const oneAfterTheOther = (operations: readonly Operation[]) =>
  queue.run(
    operations,
    operations.map((_, index) => [index]),
  );

const asScheduled = (operations: readonly Operation[], dependencies: Dependencies, seed: number) => {
  const random = createRandom(seed);
  return queue.run(operations, randomSubmissions(randomOrder(operations, dependencies, random), random));
};

test('200 random schedules are bitwise what one after the other gives', async () => {
  const different: string[] = [];
  const orders = new Set<string>();
  for (let seed = 1; seed <= graphs; seed++) {
    const { operations, dependencies } = graphOf(seed);
    const expected = await oneAfterTheOther(operations);
    for (let schedule = 1; schedule <= schedules; schedule++) {
      const drawn = 1000 * seed + schedule;
      orders.add(`${seed}: ${randomOrder(operations, dependencies, createRandom(drawn)).join(' ')}`);
      const got = await asScheduled(operations, dependencies, drawn);
      if (!got.every((word, index) => word === expected[index])) different.push(`graph ${seed}, ${drawn}`);
    }
  }
  expect(different).toEqual([]);
  // A graph that leaves no choice would prove nothing.
  expect(orders.size).toBeGreaterThan(150);
});

test('a broken schedule is found', async () => {
  const found: string[] = [];
  for (let seed = 1; seed <= graphs; seed++) {
    const { operations } = graphOf(seed);
    const expected = await oneAfterTheOther(operations);
    // Nothing waits for what writes over what it reads: the slot is taken again too early.
    const lacking = dependenciesOf(operations).map((before, index) =>
      before.filter((at) => operations[at]?.to === operations[index]?.to),
    );
    const got = await asScheduled(operations, lacking, seed);
    found.push(got.every((word, index) => word === expected[index]) ? 'the same' : 'different');
  }
  expect(found.filter((each) => each === 'different').length).toBeGreaterThan(graphs / 2);
});
