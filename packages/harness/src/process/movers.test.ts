// Threads sum up and copy as the thread that asks would.
import { afterAll, expect, test } from 'vitest';
import { sumOf } from '../contract/sum.ts';
import { mostMovers, openMovers } from './movers.ts';

const movers = openMovers(3);
afterAll(() => movers.close());

// Of bytes that are no whole words, in more pieces than there are threads.
const shared = (bytes: number, seed: number) => {
  const array = new Uint8Array(new SharedArrayBuffer(bytes));
  for (let at = 0; at < bytes; at += 97) array[at] = at ^ seed;
  return array;
};
const large = 2 ** 24 + 4099;

test('the sum is that of one thread, whatever it is divided into', async () => {
  const arrays = { a: shared(large, 1), b: shared(2 ** 22, 2), c: shared(5, 3) };
  const sum = await movers.sum(arrays);
  expect(sum).toBe(sumOf(arrays));
  arrays.a[large - 1] = (arrays.a[large - 1] ?? 0) ^ 1;
  expect(await movers.sum(arrays)).not.toBe(sum);
});

test('what is copied is equal to the last byte, by name', async () => {
  const from = { a: shared(large, 4), b: shared(7, 5) };
  const to = { b: shared(7, 6), a: shared(large, 7) };
  await movers.copy(to, from);
  expect([sumOf({ a: to.a }), sumOf({ b: to.b })]).toEqual([sumOf({ a: from.a }), sumOf({ b: from.b })]);
});

test('what no other thread reaches is moved as well', async () => {
  const from = { a: Uint8Array.from(shared(large, 8)) };
  const to = { a: new Uint8Array(large) };
  await movers.copy(to, from);
  expect(await movers.sum(to)).toBe(sumOf(from));
});

test('a host of few processors has none to spare', () => {
  expect([1, 2, 3, 4, 16, 64].map((processors) => mostMovers(processors))).toEqual([0, 0, 0, 2, 8, 8]);
});
