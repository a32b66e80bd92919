import type { ListedId } from '@kernel-ladder/schema';
import { expect, test } from 'vitest';
import { sampleResult } from '../../fixtures/testing.ts';
import { createCrowd } from './crowd.ts';
import { mostBeside } from './parts.ts';
import type { Part } from './parts.ts';

const families = Object.fromEntries(['a', 'b', 'c', 'd', 'loop'].map((name) => [name, { name, entry: '' }]));

const part = (name: string, kind: 'gpu' | 'cpu' = 'gpu'): Part => ({
  family: families[name]!,
  ids: [{ ...sampleResult('one', 1), kind } as unknown as ListedId],
});

const soon = () => new Promise((resolve) => setImmediate(resolve));

// Parts that stay until they are told.
function crowdOf(room: { readonly sharing: number; readonly judging: number }) {
  const crowd = createCrowd(room);
  const enter = (own: Part) => {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const told = Promise.withResolvers<() => void>();
    void crowd.enter(own, (onFree) => {
      told.resolve(onFree);
      return promise;
    });
    return { free: () => void told.promise.then((free) => free()), end: resolve, fail: reject };
  };
  const mayEnter = async (own: Part) => {
    let may = false;
    void crowd.roomFor(own).then(() => (may = true));
    await soon();
    return () => may;
  };
  return { crowd, enter, mayEnter };
}

test('a part enters once the device has room, though judges are still at work, unless too many are', async () => {
  const { enter, mayEnter } = crowdOf({ sharing: 2, judging: 1 });
  const [a, b] = [enter(part('a')), enter(part('b'))];
  const may = await mayEnter(part('c'));
  expect(may()).toBe(false);
  a.free();
  await soon();
  expect(may()).toBe(true);
  enter(part('c'));
  b.free();
  const later = await mayEnter(part('d'));
  expect(later()).toBe(false);
  a.end();
  await soon();
  expect(later()).toBe(true);
});

test('what the host’s clock times has nothing beside it, not even judges; nor has a family itself', async () => {
  const { enter, mayEnter } = crowdOf({ sharing: 3, judging: 3 });
  const a = enter(part('a'));
  const [host, same] = [await mayEnter(part('loop', 'cpu')), await mayEnter(part('a'))];
  a.free();
  await soon();
  expect([host(), same()]).toEqual([false, false]);
  a.end();
  await soon();
  expect([host(), same()]).toEqual([true, true]);
  enter(part('loop', 'cpu'));
  expect((await mayEnter(part('b')))()).toBe(false);
});

test('the first fault is thrown when all have gone', async () => {
  const { crowd, enter } = crowdOf({ sharing: 2, judging: 2 });
  const [a, b] = [enter(part('a')), enter(part('b'))];
  await soon();
  a.fail(new Error('fell'));
  await soon();
  expect(crowd.hasFailed()).toBe(true);
  b.end();
  await crowd.cleared();
  await expect(crowd.gone()).rejects.toThrow('fell');
});

test('both halves of a family are one part among those that share the device, each library of peers is another', () => {
  expect(mostBeside([part('a'), part('a')])).toBe(1);
  expect(mostBeside([part('a'), part('b'), part('a')])).toBe(2);
  const peers = { name: 'peers', entry: '', rungs: [] };
  const library = { ...part('c'), family: peers };
  expect(mostBeside([part('a'), library, library])).toBe(3);
});
