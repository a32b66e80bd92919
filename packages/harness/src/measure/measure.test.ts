import { afterEach, beforeEach, expect, test } from 'vitest';
import { doubleCase, family, launch as planOf } from '../../fixtures/double/family.ts';
import { doubleData, load } from '../../fixtures/gpu.ts';
import { useTestGpu } from '../testing/test-gpu.ts';
import type { CaseData } from '../launch/case-data.ts';
import { limitsOf } from './effort.ts';
import { createLaunch } from '../launch/launch.ts';
import type { Launch } from '../launch/launch.ts';
import { measure } from './measure.ts';

const gpu = useTestGpu();
const params = doubleCase(1000);
let data: CaseData;
let launch: Launch;
beforeEach(async () => {
  data = await doubleData(gpu(), params.n);
  launch = await createLaunch(gpu(), { family, params, plan: planOf('double.wgsl', params), data, load });
});
afterEach(() => {
  launch.free();
  data.free();
});

const limits = limitsOf('quick', true);
const exact = { tickNs: 1, quantized: false, passOverheadNs: 1, dispatchNs: 1 };
const coarse = { ...exact, passOverheadNs: 1e6 };
const hot = { cache: 'hot', limits, llcBytes: 2 ** 20, seenNs: null } as const;

test('times a launch alone where the clock is fine enough', async () => {
  const { timing, samplesNs } = await measure(gpu(), launch, { ...hot, timer: exact });
  expect(timing).toMatchObject({ method: 'single', cache: 'hot', hazard: 'serial', n: samplesNs.length });
});

test('times batches where it is not', async () => {
  const { timing } = await measure(gpu(), launch, { ...hot, timer: coarse });
  expect(timing.method).toBe('slope');
});

test('times batches of what an earlier launch took for long, and is short', async () => {
  const { timing } = await measure(gpu(), launch, { ...hot, timer: coarse, seenNs: 1e12 });
  expect(timing.method).toBe('slope');
});

test('stops at the most samples', async () => {
  const few = { ...limits, minSamples: 100, maxSamples: 7 };
  const { timing } = await measure(gpu(), launch, { ...hot, limits: few, timer: exact });
  expect(timing).toMatchObject({ stopReason: 'max-samples', n: 7 });
});

test('stops when the time is up', async () => {
  const hurried = {
    ...limits,
    minSamples: 1e9,
    maxSamples: 1e9,
    maxGpuMs: 1e9,
    maxWallMs: 30,
    maxWarmupMs: 10,
  };
  const { timing } = await measure(gpu(), launch, { ...hot, limits: hurried, timer: exact });
  expect(timing.stopReason).toBe('max-wall');
});

test('stops when the median is known well enough', async () => {
  const easy = { ...limits, minSamples: 5, minGpuMs: 0, relativeHalfWidth: 100 };
  const { timing } = await measure(gpu(), launch, { ...hot, limits: easy, timer: exact });
  expect(timing.stopReason).toBe('converged');
});

test('calls a footprint of three caches streaming whatever was asked for', async () => {
  const { timing } = await measure(gpu(), launch, { ...hot, llcBytes: 1000, timer: exact });
  expect(timing.cache).toBe('streaming');
});

test('a cold launch is flushed before, or rotated over copies of its inputs', async () => {
  const cold = { ...hot, cache: 'cold', limits: { ...limits, maxSamples: 5, maxWarmupMs: 1 } } as const;
  const flushed = await measure(gpu(), launch, { ...cold, timer: exact });
  const rotated = await measure(gpu(), launch, { ...cold, llcBytes: 10_000, timer: coarse });
  expect([flushed, rotated].map(({ timing }) => [timing.cache, timing.method])).toEqual([
    ['cold', 'single'],
    ['cold', 'slope'],
  ]);
});

test('tells its phases and how far they are', async () => {
  const seen: (readonly [string, number])[] = [];
  await measure(gpu(), launch, {
    ...hot,
    timer: exact,
    onProgress: (phase, share) => seen.push([phase, share]),
  });
  expect(new Set(seen.map(([phase]) => phase))).toEqual(new Set(['warm-up', 'sample']));
  expect(seen.every(([, share]) => share >= 0 && share <= 1)).toBe(true);
});
