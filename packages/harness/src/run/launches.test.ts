// The budget of a long launch: how often an id of the suite `quick` launches it on hardware, step by step.
import { expect, test } from 'vitest';
import { comparisonOf } from '../check/compare-times.ts';
import { collect } from '../measure/collect.ts';
import { limitsOf } from '../measure/effort.ts';
import { submissionsFor } from '../measure/host.ts';
import { isClearlyLong } from '../measure/sampler.ts';
import type { Sampler } from '../measure/sampler.ts';
import { sampledOf } from './time-launch.ts';

// Those of an H200.
const timer = { tickNs: 32, quantized: false, passOverheadNs: 5000, dispatchNs: 1000 };

/** Launches of a device whose clock is up and holds still; the check has seen one while it was down, six times as long. */
async function launchesOf(launchMs: number, areAlike: boolean) {
  const [medianNs, seenNs] = [launchMs * 1e6, 6 * launchMs * 1e6];
  let taken = 0;
  const sampler: Sampler = {
    method: 'single',
    costNs: seenNs,
    maxSamples: 2048,
    take: async (count) => {
      taken += count;
      return { samplesNs: Array.from({ length: count }, () => medianNs), gpuMs: count * launchMs };
    },
  };
  const { samplesNs } = await collect(sampler, 'hot', { limits: limitsOf('quick', false), isSpunUp: true });
  const { following, overwritten } = comparisonOf(
    { medianNs, leastNs: medianNs, areAlike, doFollow: true },
    'first',
  );
  const relaunches = 2;
  const steps = {
    check: 1,
    estimate: isClearlyLong(seenNs, timer) ? 0 : 9,
    warmUp: taken - samplesNs.length,
    samples: samplesNs.length,
    proof: following + overwritten + relaunches,
    host: submissionsFor(medianNs, false),
  };
  return { ...steps, all: Object.values(steps).reduce((sum, count) => sum + count, 0) };
}

test.for([
  { ms: 300, check: 1, estimate: 0, warmUp: 0, samples: 3, proof: 3, host: 0, all: 7 },
  { ms: 110, check: 1, estimate: 0, warmUp: 0, samples: 5, proof: 3, host: 0, all: 9 },
  { ms: 45, check: 1, estimate: 0, warmUp: 0, samples: 6, proof: 3, host: 0, all: 10 },
  { ms: 22, check: 1, estimate: 0, warmUp: 0, samples: 10, proof: 3, host: 0, all: 14 },
  { ms: 12, check: 1, estimate: 0, warmUp: 0, samples: 17, proof: 3, host: 0, all: 21 },
])('a launch of $ms ms is launched $all times', async ({ ms, ...steps }) => {
  expect(await launchesOf(ms, true)).toEqual(steps);
});

test('where samples were taken otherwise, or there is a doubt, the proof takes launches that follow others itself', async () => {
  expect((await launchesOf(300, false)).proof).toBe(4);
  const sampled = { medianNs: 3e8, leastNs: 3e8, areAlike: true, doFollow: true };
  expect(comparisonOf(sampled, 'again')).toEqual({ following: 2, overwritten: 2 });
  expect(comparisonOf(sampled, 'settling')).toEqual({ following: 2, overwritten: 4 });
  expect(comparisonOf({ ...sampled, medianNs: 1e7 }, 'settling')).toEqual({ following: 6, overwritten: 12 });
});

function standFor(cache: 'cold' | 'hot' | 'streaming', poisonings: number, software = false): boolean {
  const timing = { method: 'single', cache, medianNs: 2e7 } as const;
  const { areAlike, doFollow } = sampledOf(
    { software },
    { launch: {}, timing, samplesNs: [2e7, 2.1e7] },
    poisonings,
  );
  return areAlike && doFollow;
}

test('samples stand for launches that follow others where caches held the same, and one had nothing taken away', () => {
  expect([standFor('streaming', 1), standFor('cold', 1), standFor('hot', 1)]).toEqual([true, true, false]);
  expect([standFor('cold', 2), standFor('hot', 1, true)]).toEqual([false, true]);
});

test('samples of which none may have followed another are held against what the proof takes, if caches held the same', () => {
  const timing = { method: 'single', cache: 'cold', medianNs: 2e7 } as const;
  const sampled = sampledOf({ software: false }, { launch: {}, timing, samplesNs: [2e7, 2.1e7] }, 2);
  expect(sampled).toMatchObject({ areAlike: true, doFollow: false });
  expect(comparisonOf(sampled, 'first')).toEqual({ following: 1, overwritten: 1 });
});

test('no launch of more than a millisecond keeps the device for a second, or for three of its own time', async () => {
  for (const ms of [1, 2, 5, 10, 20, 50, 100, 200, 400]) {
    const { all } = await launchesOf(ms, true);
    expect(all * ms).toBeLessThan(Math.max(1000, 8 * ms));
  }
});
