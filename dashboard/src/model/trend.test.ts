import { expect, test } from 'vitest';
import { passed, sampleFamily } from '../testing.ts';
import { naturalScale, trendOf } from './trend.ts';

test('keeps a gap where a run has no number', () => {
  const { lines } = trendOf(sampleFamily, 'n=1000,f32', 'medianNs');
  const text = lines.map(({ variant, points }) => [
    variant,
    ...points.map((point) => (point?.status === 'passed' ? point.measured?.value : (point?.status ?? '·'))),
  ]);
  expect(text).toEqual([
    ['naive', 1000, 1000, 1000],
    ['tree', '·', 'failed', 250],
    ['subgroup', '·', '·', 'skipped'],
  ]);
});

test('has a column for each run of the case and for no other', () => {
  const { columns } = trendOf(sampleFamily, 'n=10,f32', 'medianNs');
  expect(columns.map((run) => run.runId)).toEqual(['a', 'b']);
});

const placesAt = (name: string) =>
  trendOf(sampleFamily, name, 'medianNs').lines.map(({ variant, place }) => `${variant} ${place}`);

test('gives a variant its place among those that have the case', () => {
  expect([placesAt('n=1000,f32'), placesAt('n=10,f32')]).toEqual([
    ['naive 0', 'tree 1', 'subgroup 2'],
    ['tree 0'],
  ]);
});

test('marks the point where the kernel became another one', () => {
  const [naive] = sampleFamily.series;
  const points = [passed(0, 9, 'a'), passed(1, 9, 'a'), passed(2, 5, 'b')];
  const family = { ...sampleFamily, series: [{ ...naive!, points }] };
  const { lines } = trendOf(family, 'n=1000,f32', 'medianNs');
  expect(lines[0]?.points.map((point) => point?.status === 'passed' && point.isNewKernel)).toEqual([
    false,
    false,
    true,
  ]);
});

test('asks for a logarithmic axis only where a linear one would flatten the lines', () => {
  const [naive] = sampleFamily.series;
  const scaleOf = (slow: number, metric: 'medianNs' | 'pctOfRoof') => {
    const points = [passed(0, slow), passed(1, 100)];
    return naturalScale(trendOf({ ...sampleFamily, series: [{ ...naive!, points }] }, 'n=1000,f32', metric));
  };
  expect([scaleOf(1900, 'medianNs'), scaleOf(2100, 'medianNs'), scaleOf(2100, 'pctOfRoof')]).toEqual([
    'linear',
    'log',
    'log',
  ]);
});
