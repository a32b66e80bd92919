import { expect, test } from 'vitest';
import { limitsOf } from './effort.ts';
import { measureSelfRun, medianWallNs } from './self-run.ts';

test('a peer’s samples cost what they keep the device at work with, not the time of one launch each', async () => {
  let runs = 0;
  const run = async () => {
    await new Promise((resolve) => setTimeout(resolve, 1));
    return 1000 + (runs++ % 3);
  };
  const request = { clock: 'peer', cache: 'cold', limits: limitsOf('normal', false) } as const;
  const { timing } = await measureSelfRun(
    { run, spoil: () => {}, replace: () => {}, outputs: () => ({}), free: () => {} },
    request,
  );
  expect(timing.stopReason).toBe('converged');
  // A warm-up of 200 ms and samples of 100 ms, at more than a millisecond each.
  expect(runs).toBeLessThan(500);
});

test('before each call that a caller waits for the caches are as for a sample, which is in no time', async () => {
  const order: string[] = [];
  const before = async () => {
    await new Promise((resolve) => setTimeout(resolve, 30));
    order.push('empty');
  };
  const call = async () => void order.push('call');
  expect(await medianWallNs(call, { ...limitsOf('normal', false), minSamples: 2 }, before)).toBeLessThan(
    20e6,
  );
  expect(order).toEqual(['empty', 'call', 'empty', 'call']);
});
