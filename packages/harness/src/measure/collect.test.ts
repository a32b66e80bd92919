// What warms a device up, and how long that is looked at.
import { expect, test } from 'vitest';
import { collect } from './collect.ts';
import { limitsOf } from './effort.ts';
import type { Sampler } from './sampler.ts';

const limits = limitsOf('quick', false);

/** A sampler whose samples take a constant time, by the clock of the device, and notes how many it has been asked for. */
function constant(ms: number): { readonly sampler: Sampler; readonly chunks: readonly number[] } {
  const chunks: number[] = [];
  const take = async (count: number) => {
    chunks.push(count);
    return { samplesNs: Array.from({ length: count }, () => ms * 1e6), gpuMs: count * ms };
  };
  return { chunks, sampler: { method: 'single', costNs: ms * 1e6, maxSamples: 2048, take } };
}

test('a host that is slow to submit does not cut a warm-up short', async () => {
  const { sampler } = constant(1);
  const slow = { ...sampler, take: (count: number) => wait(200).then(() => sampler.take(count)) };
  const { timing } = await collect(slow, 'hot', { limits });
  expect(timing.warmupMs).toBeGreaterThanOrEqual(limits.warmupMs);
});

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

test('a variant whose own clock hardly moves is not warmed up for ever', async () => {
  const { sampler } = constant(0);
  const still = { ...sampler, take: (count: number) => wait(5).then(() => sampler.take(count)) };
  const { timing } = await collect(still, 'hot', { limits: { ...limits, maxWallMs: 50 } });
  expect(timing.warmupMs).toBe(0);
});

test('two launches that agree are a warm-up where each is a half of it, and none where the clock is up already', async () => {
  const cold = constant(60);
  await collect(cold.sampler, 'hot', { limits });
  const spunUp = constant(60);
  await collect(spunUp.sampler, 'hot', { limits, isSpunUp: true });
  expect(cold.chunks.length - spunUp.chunks.length).toBe(2);
});

test('a chunk has the length that samples are seen to have, not the one that was expected', async () => {
  const { sampler, chunks } = constant(1);
  await collect({ ...sampler, costNs: 20e6 }, 'hot', { limits });
  expect(chunks[0]).toBe(1);
  expect(chunks.at(-1)).toBe(25);
});
