import { expect, test } from 'vitest';
import { nothingJudged } from '../model/judged.ts';
import { trendOf } from '../model/trend.ts';
import { sampleFamily } from '../testing.ts';
import { themes } from '../theme.ts';
import { datasetsPerLine, describePoint, titleOf, wrapped } from './tooltip.ts';
import { trendConfig } from './trend.ts';

const trend = trendOf(sampleFamily, 'n=1000,f32', 'medianNs');
const look = {
  theme: themes.light,
  software: false,
  simulated: false,
  scale: 'linear',
  hidden: ['naive'],
  judged: nothingJudged,
} as const;
const { data, options } = trendConfig(trend, look);
const tree = data.datasets.slice(datasetsPerLine, 2 * datasetsPerLine);

test('names a column by commit and day, with a star for a dirty tree', () => {
  expect(data.labels).toEqual([
    ['aaaaaaaa', '03-04'],
    ['bbbbbbbb*', '03-04'],
    ['cccccccc', '03-04'],
  ]);
});

test('draws band, line and marks of a variant, and never a number for a failure', () => {
  expect(tree.map((dataset) => dataset.data)).toEqual([
    [null, null, 225],
    [null, null, 300],
    [null, null, 250],
    [null, 0, null],
  ]);
});

test('keeps the marks off the value axis', () => {
  expect(tree.map((dataset) => dataset.yAxisID ?? 'y')).toEqual(['y', 'y', 'y', 'mark']);
});

test('draws a local run hollow and a dirty tree as a diamond', () => {
  expect(tree[2]).toMatchObject({
    pointBackgroundColor: ['#0072b2', '#0072b2', themes.light.surface],
    pointStyle: ['circle', 'rectRot', 'circle'],
  });
});

test('hides every dataset of a hidden variant', () => {
  expect(data.datasets.map((dataset) => dataset.hidden)).toEqual([
    ...Array(4).fill(true),
    ...Array(8).fill(false),
  ]);
});

test('fits the unit of the axis to the lines that are shown', () => {
  expect(options?.scales?.['y']).toMatchObject({ type: 'linear', title: { text: 'Median time, ns' } });
});

test('says value, interval and sample count of a point', () => {
  expect(describePoint('tree', trend.lines[1]!.points[2]!, 'medianNs')).toBe(
    'tree  250.0 ns\u00a0· CI 240.0–260.0 ns\u00a0· n\u00a025',
  );
});

test('says why a point is missing', () => {
  expect(describePoint('tree', trend.lines[1]!.points[1]!, 'medianNs')).toBe(
    'tree  failed: wrong-result: got 3, expected 4',
  );
});

test('heads a column with its commit and what sets the run apart', () => {
  expect(trend.columns.map((run) => titleOf(run).slice(1))).toEqual([
    ['Add the naive sum'],
    ['Add the tree', 'uncommitted changes in the tree'],
    ['Widen the tree', 'local run, not in the history'],
  ]);
});

test('breaks long subjects between words', () => {
  expect(wrapped('one two three four', 9)).toEqual(['one two', 'three', 'four']);
});
