import { expect, test } from 'vitest';
import { readTopology } from '../scripts/files.ts';
import { networkOf } from './network.ts';
import { overlap, sweepBuckets } from './overlap.ts';
import { bucketSizes, overlapCases, sweepOf } from './overlap-table.ts';

const step = { forwardUs: 100, backwardUs: 1000, gradientBytes: 2 ** 20 };
const slow = (bytes: number) => bytes / 100;
const allreduceUs = (bytes: number) => 10 + bytes / 2000;

test('one bucket starts when the backward pass ends', () => {
  expect(overlap(step, 2 ** 20, allreduceUs).stepUs).toBeCloseTo(1100 + allreduceUs(2 ** 20), 9);
});

test('when allreduce is fast, only the last bucket is exposed', () => {
  const { exposedUs, buckets } = overlap(step, 2 ** 18, allreduceUs);
  expect(buckets).toBe(4);
  expect(exposedUs).toBeCloseTo(allreduceUs(2 ** 18), 9);
});

test('when allreduce is slow, only the first bucket’s gradients are waited for', () => {
  expect(overlap(step, 2 ** 18, slow).stepUs).toBeCloseTo(100 + 250 + slow(2 ** 20), 9);
});

test('the best bucket is neither the smallest nor all', () => {
  const steps = sweepBuckets(step, bucketSizes(step), (bytes) => 100 + bytes / 2000);
  const least = steps.reduce((a, b) => (b.stepUs < a.stepUs ? b : a));
  expect(steps.indexOf(least)).toBeGreaterThan(0);
  expect(steps.indexOf(least)).toBeLessThan(steps.length - 1);
});

test('buckets are equal, and none is larger than asked for', () => {
  const { buckets, communicationUs } = overlap({ ...step, gradientBytes: 1000 }, 300, (bytes) => bytes);
  expect({ buckets, communicationUs }).toEqual({ buckets: 4, communicationUs: 4 * 250 });
});

test.for(overlapCases)('the best bucket is inside the range: $title', (example) => {
  const times = sweepOf(example, networkOf(readTopology(example.topology))).map(({ stepUs }) => stepUs);
  const best = times.indexOf(Math.min(...times));
  // Beyond what is called flat on both sides: 1 %.
  expect(Math.max(...times.slice(0, best))).toBeGreaterThan(1.01 * times[best]!);
  expect(Math.max(...times.slice(best + 1))).toBeGreaterThan(1.01 * times[best]!);
});

test.for(overlapCases)(
  'for every bucket size a step takes at most as long as one after the other, at least as long as either: $title',
  (example) => {
    const { forwardUs, backwardUs } = example.step;
    const steps = sweepOf(example, networkOf(readTopology(example.topology)));
    expect(steps.length).toBeGreaterThan(10);
    for (const { stepUs, communicationUs } of steps) {
      expect(stepUs).toBeLessThanOrEqual((forwardUs + backwardUs + communicationUs) * (1 + 1e-12));
      expect(stepUs).toBeGreaterThanOrEqual(Math.max(forwardUs + backwardUs, communicationUs) * (1 - 1e-12));
    }
  },
);

test('an allreduce beside it slows the backward pass', () => {
  const alone = overlap(step, 2 ** 16, allreduceUs).stepUs;
  expect(overlap({ ...step, slowdown: 0.5 }, 2 ** 16, allreduceUs).stepUs).toBeGreaterThan(alone);
});

test('refuses a bucket of nothing', () => {
  expect(() => overlap(step, 0, allreduceUs)).toThrow('more than 0 bytes, not 0');
});
