import { afterEach, beforeEach, expect, test } from 'vitest';
import { doubleCase, family, launch as planOf } from '../../fixtures/double/family.ts';
import { doubleData, load } from '../../fixtures/gpu.ts';
import { useTestGpu } from '../testing/test-gpu.ts';
import type { CaseData } from '../launch/case-data.ts';
import { createFlush } from './flush.ts';
import { createLaunch } from '../launch/launch.ts';
import type { Launch } from '../launch/launch.ts';
import { batchLength, needsBatch, singleSampler, slopeSampler } from './sampler.ts';

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

const timer = { tickNs: 1, quantized: false, passOverheadNs: 1000, dispatchNs: 100 };

test.for([
  { what: 'shorter than 20 passes', estimateNs: 19_999, timer, batched: true },
  { what: 'longer', estimateNs: 20_000, timer, batched: false },
  { what: 'shorter than 200 ticks', estimateNs: 199_999, timer: { ...timer, tickNs: 1000 }, batched: true },
])('a launch $what is batched: $batched', ({ estimateNs, timer: of, batched }) => {
  expect(needsBatch(estimateNs, of)).toBe(batched);
});

test.for([
  [1000, 50],
  [49_999, 2],
  [1, 16_384],
] as const)('a launch of %d ns comes in batches of %d', ([estimateNs, length]) => {
  expect(batchLength(estimateNs, timer)).toBe(length);
});

test('a single sample is a pass of its own', async () => {
  const sampler = singleSampler(gpu(), launch, null, 10_000);
  const { samplesNs, gpuMs } = await sampler.take(5);
  expect(sampler).toMatchObject({ method: 'single', costNs: 10_000, maxSamples: 2048 });
  expect(samplesNs).toHaveLength(5);
  expect(gpuMs).toBeGreaterThan(0);
});

test('a flush before each sample is paid for but not counted in', async () => {
  const [fence] = launch.outputs.values();
  const flush = await createFlush(gpu(), 0, fence!);
  const sampler = singleSampler(gpu(), launch, flush, 10_000);
  const { samplesNs, gpuMs } = await sampler.take(2);
  flush.free();
  expect(sampler.maxSamples).toBe(1024);
  const summed = samplesNs.reduce<number>((sum, value) => sum + (value ?? 0), 0) / 1e6;
  expect(gpuMs).toBeGreaterThan(2 * summed);
});

test('a slope costs three batches and needs no more samples than asked for', async () => {
  const sampler = slopeSampler(gpu(), launch, { length: 8, rotation: 1, estimateNs: 1000 });
  const { samplesNs } = await sampler.take(6);
  expect(sampler).toMatchObject({ method: 'slope', costNs: 24_000 });
  expect(samplesNs).toHaveLength(6);
});

test('a launch of several submissions is timed as such, alone and in batches', async () => {
  let [asOne, apart] = [0, 0];
  const pass = launch.encode(0);
  const subject = {
    encode: () => (++asOne, pass),
    submissions: () => (++apart, [pass, pass, pass]),
  };
  const single = await singleSampler(gpu(), subject, null, 10_000).take(4);
  const slope = await slopeSampler(gpu(), subject, { length: 2, rotation: 1, estimateNs: 1000 }).take(4);
  expect([single.samplesNs.length, slope.samplesNs.length]).toEqual([4, 4]);
  expect({ asOne, apart }).toEqual({ asOne: 0, apart: 4 + 4 * (2 + 4) });
  expect(single.gpuMs).toBeGreaterThan(0);
});

test('a slope takes the copies of the inputs in turns', async () => {
  const used: number[] = [];
  const spy = {
    encode: (copy: number) => {
      used.push(copy);
      return launch.encode(copy);
    },
  };
  await launch.addCopies(3);
  await slopeSampler(gpu(), spy, { length: 2, rotation: 3, estimateNs: 1000 }).take(1);
  expect(used).toEqual([0, 1, 2, 0, 1, 2]);
});

test('a plan whose passes are submitted apart is launched so, and says how often', async () => {
  const plan = planOf('double.wgsl', params);
  const passes = [...plan.passes, ...plan.passes];
  const spec = { family, params, data, load };
  const apart = await createLaunch(gpu(), { ...spec, plan: { ...plan, passes, submissions: 'each-pass' } });
  const alone = await createLaunch(gpu(), { ...spec, plan: { ...plan, submissions: 'each-pass' } });
  const found = [apart, alone, launch].map(({ submissions, dispatch }) => [
    submissions?.(0).length,
    dispatch.submissions,
  ]);
  apart.free();
  alone.free();
  expect(found).toEqual([
    [2, 2],
    [undefined, undefined],
    [undefined, undefined],
  ]);
});
