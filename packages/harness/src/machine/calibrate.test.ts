import { expect, test } from 'vitest';
import { useTestGpu } from '../testing/test-gpu.ts';
import { calibrate, isCoarse, tickOf } from './calibrate.ts';
import { blind } from '../testing/blind.ts';
import { measureRoofs } from './roofs.ts';

const gpu = useTestGpu();

test.for([
  { what: 'a clock of 32 ns', values: [64, 0, 160, 96], tick: 32 },
  { what: 'a quantised clock', values: [65_536, 0, 262_144], tick: 65_536 },
  { what: 'a period that is no whole number: an upper bound', values: [0, 52, 104, 157], tick: 52 },
  { what: 'a clock of one nanosecond', values: [0, 1, 3, 7], tick: 1 },
  { what: 'a clock that never moved', values: [5, 5, 5], tick: 65_536 },
])('the tick of $what is $tick', ({ values, tick }) => {
  expect(tickOf(values)).toBe(tick);
});

test('finds the software clock fine, unquantised, and a dispatch cheaper than a pass', async () => {
  const timer = await calibrate(gpu());
  expect(timer.quantized).toBe(false);
  expect(timer.tickNs).toBeLessThan(1000);
  expect(timer.passOverheadNs).toBeGreaterThan(0);
  expect(timer.dispatchNs).toBeGreaterThanOrEqual(0);
});

test('the host’s clock is no quantised device clock, and too coarse for single launches', async () => {
  const timer = await calibrate(blind(gpu()));
  expect(timer.quantized).toBe(false);
  expect(timer.passOverheadNs).toBeGreaterThan(0);
  expect([isCoarse(gpu(), timer), isCoarse(blind(gpu()), timer)]).toEqual([false, true]);
  expect(isCoarse(gpu(), { ...timer, quantized: true })).toBe(true);
});

test('roofs on a coarse clock are those of longer passes: what it takes to submit one cancels', async () => {
  const fine = await measureRoofs(gpu(), 2 ** 20);
  const coarse = await measureRoofs(blind(gpu()), 2 ** 20, await calibrate(blind(gpu())));
  // Other programs share the cores, and a longer pass meets more of them than a launch does.
  expect(coarse.copyGBps / fine.copyGBps).toBeGreaterThan(0.05);
  expect(coarse.copyGBps / fine.copyGBps).toBeLessThan(5);
});
