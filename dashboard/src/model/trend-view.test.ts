import { expect, test } from 'vitest';
import { passed, sampleFamily } from '../testing.ts';
import { trendOf } from './trend.ts';
import { factorsOf, measuredIn, wholeView } from './trend-view.ts';

const [naive, tree] = sampleFamily.series;
const points = [passed(0, 1000), passed(1, 500), passed(2, 250)];
const family = { ...sampleFamily, series: [{ ...naive!, points }, tree!] };
const trend = trendOf(family, 'n=1000,f32', 'medianNs');
const view = wholeView(trend);
const relative = { ...view, isRelative: true };

test('a line is drawn against its first value in view, which need not be that of the first commit', () => {
  expect(factorsOf(trend, relative)).toEqual([1 / 1000, 1 / 250]);
  expect(factorsOf(trend, { ...relative, span: { first: 1, last: 2 } })).toEqual([1 / 500, 1 / 250]);
  expect(factorsOf(trend, view)).toEqual([1, 1]);
});

test('a line without a value in view stays as it is', () => {
  expect(factorsOf(trend, { ...relative, span: { first: 0, last: 1 } })).toEqual([1 / 1000, 1]);
  expect(measuredIn(trend.lines[1]!, { first: 0, last: 1 })).toEqual([]);
});
