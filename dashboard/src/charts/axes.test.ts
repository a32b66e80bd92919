import { expect, test } from 'vitest';
import { trendOf } from '../model/trend.ts';
import { wholeView } from '../model/trend-view.ts';
import { sampleFamily } from '../testing.ts';
import { themes } from '../theme.ts';
import { axesOf } from './axes.ts';

const trend = trendOf(sampleFamily, 'n=1000,f32', 'medianNs');
const axis = (scale: 'linear' | 'log', hidden: readonly string[] = []) =>
  axesOf(trend, { ...wholeView(trend), theme: themes.light, scale, hidden, simulated: false }).y;

test('takes the unit of the lines that are shown', () => {
  expect([axis('linear').title.text, axis('linear', ['naive']).title.text]).toEqual([
    'Median time, µs',
    'Median time, ns',
  ]);
});

test('starts a linear axis at zero and leaves room below the lowest line of a logarithmic one', () => {
  expect([axis('linear'), axis('log')]).toMatchObject([
    { type: 'linear', beginAtZero: true },
    { type: 'logarithmic', min: 225 * 0.7, max: 1200 * 1.25 },
  ]);
});

test.for([
  [
    [100, 200, 300, 500],
    ['0.1', '0.2', null, '0.5'],
  ],
  [
    [300, 400, 500],
    ['0.3', '0.4', '0.5'],
  ],
] as const)('names %s on a logarithmic axis as %s', ([values, names]) => {
  const ticks = values.map((value) => ({ value }));
  expect(values.map((value) => axis('log').ticks.callback(value, 0, ticks))).toEqual(names);
});

test('fits the values in view, and names no unit where all is relative', () => {
  const look = { ...wholeView(trend), theme: themes.light, hidden: ['naive'], simulated: false } as const;
  const relative = axesOf(trend, { ...look, scale: 'log', isRelative: true }).y;
  expect(relative).toMatchObject({
    min: 0.9 * 0.7,
    max: 1.2 * 1.25,
    title: { text: 'Median time over the first in view' },
  });
  expect(relative.ticks.callback(1, 0, [{ value: 1 }])).toBe('1×');
});
