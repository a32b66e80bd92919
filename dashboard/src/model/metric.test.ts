import { expect, test } from 'vitest';
import { passed, sampleFamily } from '../testing.ts';
import { measuredIn, naturalMetric, presentMetrics, valueOf } from './metric.ts';

test('offers only metrics that some point has', () => {
  expect(presentMetrics(sampleFamily.series)).toEqual(['medianNs', 'gbps', 'gflops', 'pctOfRoof']);
});

test('opens with the share of the roof, on hardware only', () => {
  const { series } = sampleFamily;
  expect([naturalMetric(series, false), naturalMetric(series, true)]).toEqual(['pctOfRoof', 'medianNs']);
});

test('opens with the time where the best share is below a percent', () => {
  const [naive] = sampleFamily.series;
  const opened = (ns: number) => naturalMetric([{ ...naive!, points: [passed(0, ns)] }], false);
  expect([opened(4000), opened(4001)]).toEqual(['pctOfRoof', 'medianNs']);
});

test('keeps the quartiles of a time as they are', () => {
  expect(measuredIn(passed(0, 1000), 'medianNs')).toEqual({
    value: 1000,
    low: 900,
    high: 1200,
    ciLow: 960,
    ciHigh: 1040,
    n: 25,
    medianNs: 1000,
  });
});

test('divides the work by the quartiles for a rate, so the slow quartile becomes the low end', () => {
  const { low, value, high } = measuredIn(passed(0, 1000), 'gbps')!;
  expect([low, value, high].map((rate) => rate.toFixed(3))).toEqual(['3.333', '4.000', '4.444']);
});

test('has no number for a failed point, whatever it carries', () => {
  expect(valueOf({ ...passed(0, 1000), status: 'failed' }, 'gbps')).toBeNull();
});
