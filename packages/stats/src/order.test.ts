import { expect, test } from 'vitest';
import { mean, median, medianInterval, quantile, sorted, standardDeviation } from './index.ts';

test('interpolates quantiles between neighbours', () => {
  const values = sorted([4, 1, 3, 2]);
  expect([0, 0.25, 0.5, 1].map((p) => quantile(values, p))).toEqual([1, 1.75, 2.5, 4]);
  expect(median([9, 1, 5])).toBe(5);
});

test('refuses an empty sample instead of inventing a number', () => {
  expect(() => quantile([], 0.5)).toThrow('no 0.5-quantile of 0 values');
  expect(() => medianInterval([])).toThrow('empty sample');
});

test('takes the ranks of Conover for the interval of the median', () => {
  const values = Array.from({ length: 100 }, (_, index) => index + 1);
  expect(medianInterval(values)).toEqual({ low: 40, high: 61 });
  expect(medianInterval([1, 2, 3])).toEqual({ low: 1, high: 3 });
});

// A seeded Park-Miller generator: the coverage is a property, not luck of one draw.
function* uniforms(seed: number): Generator<number> {
  let state = seed;
  for (;;) {
    state = (state * 48271) % 2147483647;
    yield state / 2147483647;
  }
}

test('covers the true median of a skewed distribution about 95 times in 100', () => {
  const source = uniforms(7);
  const draws = 2000;
  let covered = 0;
  for (let draw = 0; draw < draws; draw++) {
    const sample = Array.from({ length: 60 }, () => -Math.log(source.next().value as number));
    const { low, high } = medianInterval(sorted(sample));
    if (low <= Math.LN2 && Math.LN2 <= high) covered++;
  }
  expect(covered / draws).toBeGreaterThan(0.94);
  expect(covered / draws).toBeLessThan(0.99);
});

test('gives mean and deviation', () => {
  expect(mean([1, 2, 6])).toBe(3);
  expect(standardDeviation([1, 2, 6])).toBeCloseTo(Math.sqrt(7));
  expect(standardDeviation([5])).toBe(0);
});
