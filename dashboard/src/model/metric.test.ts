import { fittingUnit, metricIds, metricOf } from '@kernel-ladder/schema';
import type { MetricId } from '@kernel-ladder/schema';
import { expect, test } from 'vitest';
import { axesOf } from '../charts/axes.ts';
import { describePoint } from '../charts/tooltip.ts';
import { themes } from '../theme.ts';
import { ladderOf } from './ladder.ts';
import { latestOf } from './latest.ts';
import { trendOf } from './trend.ts';
import { wholeView } from './trend-view.ts';
import { passed, sampleFamily } from '../testing.ts';
import { measuredIn, naturalMetric, presentMetrics, valueOf } from './metric.ts';

test('offers only metrics that some point has', () => {
  expect(presentMetrics(sampleFamily.series)).toEqual(['medianNs', 'gbps', 'gflops', 'pctOfRoof']);
});

const opensOn = (series: typeof sampleFamily.series, headline: MetricId = 'gbps', software = false) =>
  naturalMetric(series, { headline, software });

test('opens with the rate of the family, on hardware only, and never with a share', () => {
  const { series } = sampleFamily;
  expect([opensOn(series), opensOn(series, 'gbps', true)]).toEqual(['gbps', 'medianNs']);
  expect([opensOn(series, 'gflops'), opensOn(series, 'pctOfRoof'), opensOn(series, 'algbw')]).toEqual([
    'gflops',
    'medianNs',
    'medianNs',
  ]);
});

test('opens with the time where the best share is below a percent', () => {
  const [naive] = sampleFamily.series;
  const opened = (ns: number) => opensOn([{ ...naive!, points: [passed(0, ns)] }]);
  expect([opened(4000), opened(4001)]).toEqual(['gbps', 'medianNs']);
});

test('opens with the time where a rate would not rank the rungs as it does', () => {
  const [naive] = sampleFamily.series;
  const lighter = { ...naive!, work: { ...naive!.work, flops: 500 } };
  expect(opensOn([naive!, lighter])).toBe('medianNs');
});

test('keeps the quartiles of a time as they are', () => {
  expect(measuredIn(passed(0, 1000), 'medianNs')).toEqual({
    value: 1000,
    low: 900,
    high: 1200,
    interval: [960, 1040],
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

// A family of one integer point that has every metric of the table.
const numbers = Object.fromEntries(metricIds.map((id) => [id, 12_345]));
const point = passed(0, 12_345);
const whole = { ...point, timing: { ...point.timing!, ...numbers }, metrics: numbers };
const [one] = sampleFamily.series;
const dtype = { in: 'i8', acc: 'i32', out: 'i32' } as const;
const family = { ...sampleFamily, series: [{ ...one!, dtype, points: [whole] }] };
const caseName = one!.case;
const view = { breaking: new Set<string>(), software: false };

test('a point that has every metric puts every one into the menu', () => {
  expect(presentMetrics(family.series)).toEqual(metricIds);
});

test.for(metricIds)('axis, tooltip, ladder and table know %s and its unit', (metric) => {
  const { label, units, isOfMedian } = metricOf(metric);
  const unit = fittingUnit(units, 12_345, 'integer').name;
  const trend = trendOf(family, caseName, metric);
  const look = {
    ...wholeView(trend),
    theme: themes.light,
    scale: 'linear',
    hidden: [],
    simulated: false,
  } as const;
  expect(axesOf(trend, look).y.title.text).toBe(`${label}, ${unit}`);
  const said = describePoint('naive', trend.lines[0]!.points[0]!, {
    measure: trend,
    software: false,
    isNarrow: false,
    factor: null,
  });
  expect(said).toMatch(new RegExp(`^naive  [\\d.,]+ ${unit}`));
  expect(said.includes('CI ')).toBe(isOfMedian);
  const [bar] = ladderOf(family, caseName, 0, { ...view, metric }).bars;
  expect(bar).toMatchObject({ status: 'passed', value: expect.stringContaining(unit) });
  expect(latestOf(family, view)[0]?.values[metric]).toBe(12_345);
});

test('a percentile is no function of the median: it has neither its quartiles nor its interval', () => {
  const late = { ...point, timing: { ...point.timing!, p99Ns: 20_000 } };
  expect(measuredIn(late, 'p99Ns')).toMatchObject({
    value: 20_000,
    low: 20_000,
    high: 20_000,
    interval: null,
  });
});
