// Model and drawing of the chart of sizes.
import type { SiteFamily, SitePoint, SiteSeries } from '@kernel-ladder/schema';
import { expect, test } from 'vitest';
import { sizesOf } from '../model/sizes.ts';
import { passed, sampleFamily } from '../testing.ts';
import { seriesStyle, themes } from '../theme.ts';
import { sizesConfig } from './sizes.ts';

function seriesOf(variant: string, n: number, points: readonly SitePoint[]): SiteSeries {
  const name = `n=${n},f32`;
  const [first] = sampleFamily.series;
  return {
    ...first!,
    id: `reduce/${variant}/${name}`,
    variant,
    case: name,
    params: { n, dtype: 'f32' },
    points,
  };
}

const throttled: SitePoint = { ...passed(1, 5), comparable: false, comparableReasons: ['throttled'] };
const family: SiteFamily = {
  ...sampleFamily,
  series: [
    ...[10, 100, 1000].map((n) => seriesOf('naive', n, [passed(0, 20 * n), passed(1, 10 * n)])),
    seriesOf('tree', 100, [passed(0, 400)]),
    seriesOf('tree', 1000, [passed(0, 800), throttled]),
    seriesOf('tree', 10_000, [throttled]),
    seriesOf('subgroup', 100, [passed(0, 100)]),
    seriesOf('subgroup', 1000, [{ run: 0, status: 'failed' }]),
  ],
};
const sizes = sizesOf(family, 'n=1000,f32', false)!;

test('has a line a rung and a point a size, each by its newest time that compares', () => {
  expect(sizes.axis).toBe('n');
  expect(sizes.sizes).toEqual([10, 100, 1000, 10_000]);
  const found = sizes.lines.map(({ variant, points }) => [
    variant,
    points.map(({ size, measured, doubt }) => [size, measured.medianNs, doubt]),
  ]);
  expect(found).toEqual([
    ['naive', [10, 100, 1000].map((n) => [n, 10 * n, null])],
    [
      'tree',
      [
        [100, 400, null],
        [1000, 800, null],
        [10_000, 5, 'throttled'],
      ],
    ],
  ]);
});

test('takes any time on a software adapter, where the page says so once', () => {
  const tree = sizesOf(family, 'n=1000,f32', true)!.lines[1]!;
  expect(tree.points.map(({ measured, doubt }) => [measured.medianNs, doubt])).toEqual([
    [400, null],
    [5, null],
    [5, null],
  ]);
});

test('is none where no other size was timed', () => {
  const series = family.series.filter((one) => one.case === 'n=1000,f32');
  expect(sizesOf({ ...family, series }, 'n=1000,f32', false)).toBeNull();
});

test('draws the lines in the looks of the ladder over logarithmic axes, hollow where a time does not compare', () => {
  for (const theme of [themes.light, themes.dark]) {
    const { data, options } = sizesConfig(sizes, theme, false);
    expect(data.datasets.map(({ label, borderColor }) => [label, borderColor])).toEqual([
      ['naive', seriesStyle(theme, 0).colour],
      ['tree', seriesStyle(theme, 1).colour],
    ]);
    expect(data.datasets[1]).toMatchObject({
      data: [
        { x: 100, y: 10 },
        { x: 1000, y: 5 },
        { x: 10_000, y: 800 },
      ],
      pointBackgroundColor: [seriesStyle(theme, 1).colour, seriesStyle(theme, 1).colour, theme.surface],
    });
    expect(options?.scales?.['x']).toMatchObject({ type: 'logarithmic', title: { text: 'n' } });
    expect(options?.scales?.['y']).toMatchObject({ type: 'logarithmic', title: { text: 'Bandwidth, GB/s' } });
  }
});
