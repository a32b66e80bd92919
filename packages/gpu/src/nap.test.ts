import { performance } from 'node:perf_hooks';
import { setTimeout as after } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { createNap } from './nap.ts';

const nap = createNap();

const cpuMs = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

// Polls in every turn of the event loop, as Dawn does while anything is awaited.
function pollFor(ms: number): Promise<void> {
  const end = performance.now() + ms;
  return new Promise((resolve) => {
    const poll = () => (performance.now() < end ? setImmediate(poll) : resolve());
    poll();
  });
}

test('leaves most of the processor alone, however many wait', async () => {
  const before = cpuMs();
  await Promise.all([nap(pollFor(400)), nap(pollFor(300)), nap(after(200))]);
  expect(cpuMs() - before).toBeLessThan(200);
});

test('naps the longer the longer it has waited, and shortly again for who comes', async () => {
  const sleeps = vi.spyOn(Atomics, 'wait');
  const long = nap(after(200));
  await after(150);
  await nap(after(1));
  await long;
  const naps = sleeps.mock.calls.map(([, , , ms]) => ms ?? 0);
  sleeps.mockRestore();
  expect(Math.max(...naps)).toBe(5);
  expect(naps.findLastIndex((ms) => ms < 5)).toBeGreaterThan(naps.indexOf(5));
});

test('hands on what came of the work', async () => {
  await expect(nap(Promise.resolve(7))).resolves.toBe(7);
  await expect(nap(Promise.reject(new Error('lost')))).rejects.toThrow('lost');
});

test('sleeps no longer than anybody waits', async () => {
  const sleeps = vi.spyOn(Atomics, 'wait');
  await Promise.all([nap(after(1)), nap(after(2)), nap(after(3))]);
  expect(sleeps).toHaveBeenCalled();
  sleeps.mockClear();
  await pollFor(20);
  expect(sleeps).not.toHaveBeenCalled();
  sleeps.mockRestore();
});

test('is awake while it may not rest, also where an earlier wait goes on', async () => {
  const sleeps = vi.spyOn(Atomics, 'wait');
  let mayRest = true;
  const own = createNap(() => mayRest);
  const long = own(after(60));
  await own(after(5));
  expect(sleeps).toHaveBeenCalled();
  mayRest = false;
  sleeps.mockClear();
  await own(after(5));
  expect(sleeps).not.toHaveBeenCalled();
  mayRest = true;
  await long;
  expect(sleeps).toHaveBeenCalled();
  sleeps.mockRestore();
});
