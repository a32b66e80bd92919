import { mean, quantile, sorted, standardDeviation } from '@kernel-ladder/stats';
import { expect, test } from 'vitest';
import { createRandom } from '../contract/random.ts';
import { replay, summarise } from './summary.ts';

const conditions = {
  cache: 'hot',
  hazard: 'serial',
  method: 'single',
  warmupMs: 5,
  stopReason: 'converged',
} as const;
const random = createRandom(5);
// A skewed sample of about 100 µs, and some that stand far out.
const samples = Array.from(
  { length: 501 },
  (_, index) => 100_000 + random.uniform(0, 2000) + (index % 50 === 0 ? 50_000 : 0),
);

test('tinybench and our statistics agree on the same samples', () => {
  const theirs = replay(samples);
  const ascending = sorted(samples);
  expect(theirs.p50 * 1e6).toBeCloseTo(quantile(ascending, 0.5), 3);
  expect(theirs.mean * 1e6).toBeCloseTo(mean(samples), 3);
  expect(theirs.min * 1e6).toBeCloseTo(ascending[0]!, 3);
  expect(theirs.max * 1e6).toBeCloseTo(ascending.at(-1)!, 3);
  expect(theirs.sd * 1e6).toBeCloseTo(standardDeviation(samples), 3);
});

test('gives whole nanoseconds, in order', () => {
  const timing = summarise(samples, conditions);
  const ascending = [
    timing.minNs,
    timing.p05Ns,
    timing.p25Ns,
    timing.medianNs,
    timing.p75Ns,
    timing.p95Ns,
    timing.p99Ns ?? Number.NaN,
    timing.maxNs,
  ];
  expect(ascending).toEqual(ascending.map(Math.round).toSorted((a, b) => a - b));
  expect(timing.ciLowNs).toBeLessThanOrEqual(timing.medianNs);
  expect(timing.ciHighNs).toBeGreaterThanOrEqual(timing.medianNs);
  expect(timing).toMatchObject({ ...conditions, n: 501 });
});

test('equal samples of half a nanosecond are equal in every figure, though milliseconds round them apart', () => {
  const halves = Array.from({ length: 2000 }, (_, index) => index + 0.5);
  for (const ns of halves) {
    const timing = summarise([ns, ns, ns], conditions);
    const { minNs, ciLowNs, medianNs, meanNs, ciHighNs, maxNs } = timing;
    expect(new Set([minNs, ciLowNs, medianNs, meanNs, ciHighNs, maxNs])).toEqual(new Set([Math.round(ns)]));
  }
});

test('the 99th percentile lies within the slowest hundredth', () => {
  const { p99Ns } = summarise(samples, conditions);
  const slower = samples.filter((ns) => ns > p99Ns!);
  expect(slower.length / samples.length).toBeCloseTo(0.01, 2);
  expect(p99Ns).toBeGreaterThan(140_000);
});

test('one sample has no spread', () => {
  expect(summarise([1234.4], conditions)).toMatchObject({
    n: 1,
    minNs: 1234,
    medianNs: 1234,
    maxNs: 1234,
    sdNs: 0,
  });
});

test.for([[Number.NaN], [1, -1], [Infinity]])(
  'refuses %o, which tinybench would quietly replace by its own clock',
  (bad) => {
    expect(() => replay(bad)).toThrow('a sample is no duration');
  },
);

test('refuses an empty sample', () => {
  expect(() => summarise([], conditions)).toThrow('empty sample');
});
