// What the device is at is told at once, and results in their order.
import type { FamilyEvent, Result } from '@kernel-ladder/schema';
import { expect, test } from 'vitest';
import { inTurns } from './turns.ts';

const result = (id: string) => ({ id }) as Result;
const told = ({ id }: Result): FamilyEvent => ({ type: 'error', code: 'usage', message: id });

function listen() {
  const words: string[] = [];
  const turns = inTurns((event) => {
    if (event.type === 'start') words.push(`start ${event.id}`);
    if (event.type === 'error') words.push(`result ${event.message}`);
  });
  return { words, turns };
}

test('a result that is there is told at once', () => {
  const { words, turns } = listen();
  turns.emit({ type: 'start', id: 'one' });
  turns.conclude(result('one'), told);
  turns.emit({ type: 'start', id: 'two' });
  expect(words).toEqual(['start one', 'result one', 'start two']);
});

test('what the next id says does not wait for a result that is under way, and who waits is told how long', async () => {
  const { words, turns } = listen();
  turns.emit({ type: 'start', id: 'one' });
  const waits: number[] = [];
  const { promise, resolve } = Promise.withResolvers<Result>();
  turns.conclude(promise, (found, waitedMs) => {
    waits.push(waitedMs);
    return told(found);
  });
  turns.emit({ type: 'start', id: 'two' });
  expect(words).toEqual(['start one', 'start two']);
  setTimeout(() => resolve(result('one')), 20);
  await turns.settled();
  expect(words).toEqual(['start one', 'start two', 'result one']);
  expect(waits[0]).toBeGreaterThan(10);
});

test('a result that came while nobody waited was waited for by nobody', async () => {
  const { turns } = listen();
  const waits: number[] = [];
  turns.conclude(Promise.resolve(result('one')), (found, waitedMs) => {
    waits.push(waitedMs);
    return told(found);
  });
  await new Promise((resolve) => setTimeout(resolve, 5));
  await turns.settled();
  expect(waits).toEqual([0]);
});

test('so many results may be missing, and they are told in their order', async () => {
  const { words, turns } = listen();
  const [first, second] = [Promise.withResolvers<Result>(), Promise.withResolvers<Result>()];
  turns.conclude(first.promise, told);
  await turns.settled(1);
  turns.conclude(second.promise, told);
  turns.conclude(result('three'), told);
  second.resolve(result('two'));
  setTimeout(() => first.resolve(result('one')), 20);
  expect(words).toEqual([]);
  await turns.settled(2);
  expect(words[0]).toBe('result one');
  await turns.settled();
  expect(words).toEqual(['result one', 'result two', 'result three']);
});
