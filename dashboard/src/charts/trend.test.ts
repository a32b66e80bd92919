import { expect, test } from 'vitest';
import { nothingJudged } from '../model/judged.ts';
import type { ChangeMark } from '../model/judged.ts';
import { medianTime } from '../format.ts';
import { trendOf } from '../model/trend.ts';
import { wholeView } from '../model/trend-view.ts';
import { passed, sampleFamily } from '../testing.ts';
import { themes } from '../theme.ts';
import { datasetsPerLine, describePoint, titleOf, wrapped } from './tooltip.ts';
import { labelsOf } from './places.ts';
import { trendConfig } from './trend.ts';

const trend = trendOf(sampleFamily, 'n=1000,f32', 'medianNs');
const look = {
  theme: themes.light,
  software: false,
  simulated: false,
  scale: 'linear',
  hidden: ['naive'],
  judged: nothingJudged,
  breaks: [],
  ...wholeView(trend),
} as const;
const wide = { measure: medianTime, software: false, isNarrow: false, factor: null } as const;
const { data, options } = trendConfig(trend, look);
const tree = data.datasets.slice(datasetsPerLine, 2 * datasetsPerLine);

test('names a column by commit and day, with a star for a dirty tree, and by time where days repeat', () => {
  expect(data.labels).toEqual([
    ['aaaaaaaa', '03-04', '05:06'],
    ['bbbbbbbb*', '03-04', '05:06'],
    ['cccccccc', '03-04', '05:06'],
  ]);
  const days = trend.columns.map((run, at) => ({ ...run, startedAt: `2026-03-0${at + 1}T00:00:00Z` }));
  expect(labelsOf(days)[1]).toEqual(['bbbbbbbb*', '03-02']);
  const again = days.map((run) => ({ ...run, commit: days[0]!.commit }));
  expect(labelsOf(again)[1]).toEqual(['aaaaaaaa', '03-02', '00:00']);
});

test('draws band, line and marks of a variant, and never a number for a failure', () => {
  expect(tree.map((dataset) => dataset.data.map(({ y }) => y))).toEqual([
    [null, null, 225],
    [null, null, 300],
    [null, null, 250],
    [null, 0, null],
  ]);
});

test('keeps the marks off the value axis', () => {
  expect(tree.map((dataset) => dataset.yAxisID ?? 'y')).toEqual(['y', 'y', 'y', 'mark']);
});

test('draws hollow what nobody judges: local runs, dirty trees, times that do not compare', () => {
  const filled = '#0072b2';
  const hollow = themes.light.surface;
  expect(tree[2]).toMatchObject({ pointBackgroundColor: [filled, hollow, hollow], pointStyle: 'rect' });
  const [naive] = sampleFamily.series;
  const points = [passed(0, 9), { ...passed(1, 9), comparable: false }];
  const runs = sampleFamily.runs.map(({ commit, ...run }) => ({
    ...run,
    commit: { ...commit, dirty: false },
  }));
  const family = { ...sampleFamily, runs, series: [{ ...naive!, points }] };
  const fills = (software: boolean) =>
    trendConfig(trendOf(family, 'n=1000,f32', 'medianNs'), { ...look, software }).data.datasets[2]!;
  expect(fills(false)).toMatchObject({ pointBackgroundColor: [themes.light.series[0], hollow] });
  expect(fills(true)).toMatchObject({
    pointBackgroundColor: [themes.light.series[0], themes.light.series[0]],
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
  const point = trend.lines[1]!.points[2]!;
  expect(describePoint('tree', point, wide)).toBe('tree  250.0 ns\u00a0· CI 240.0–260.0 ns\u00a0· n\u00a025');
  expect(describePoint('tree', point, { ...wide, isNarrow: true })).toBe('tree  250.0 ns');
  const doubtful = { ...point, doubt: 'throttled' };
  expect(describePoint('tree', doubtful, wide)).toMatch(/not comparable: throttled$/);
});

test('draws relative to the first in view, and still says the value', () => {
  const relative = trendConfig(trend, { ...look, isRelative: true, hidden: [] });
  const line = relative.data.datasets[2]!.data.map(({ y }) => y);
  expect(line).toEqual([1, 1, 1]);
  const said = describePoint('tree', trend.lines[1]!.points[2]!, { ...wide, factor: 1 / 500 });
  expect(said).toMatch(/^tree  250\.0 ns.*0\.500× of the first/);
});

test('places columns by the days of their commits where asked', () => {
  const dated = trendConfig(trend, { ...look, isDated: true });
  const day = Date.parse('2026-03-04T05:06:07Z');
  expect(dated.data.datasets[2]!.data.map(({ x }) => x)).toEqual([day, day, day]);
  expect(data.datasets[2]!.data.map(({ x }) => x)).toEqual([0, 1, 2]);
});

test('says why a point is missing', () => {
  expect(describePoint('tree', trend.lines[1]!.points[1]!, wide)).toBe(
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

test('cuts a long subject where the plot is narrow', () => {
  const [run] = trend.columns;
  const commit = { ...run!.commit, subject: 'one two three four five six seven eight nine' };
  expect(titleOf({ ...run!, commit }, 30).slice(2)).toEqual(['one two three four five six …']);
  expect(titleOf({ ...run!, commit }).slice(1)).toEqual([commit.subject]);
});

test('breaks long subjects between words', () => {
  expect(wrapped('one two three four', 9)).toEqual(['one two', 'three', 'four']);
});

test('words of changes and of cards have room above the chart, as far as they are in view', () => {
  const room = (own: Partial<Parameters<typeof trendConfig>[1]>) =>
    trendConfig(trend, { ...look, ...own }).options?.layout?.padding;
  const card = { column: 1, text: 'card 5e6f7a8b' };
  const mark = { id: trend.lines[1]!.id, name: 'tree', place: 1, column: 1, isWorse: true, text: '+5.2 %' };
  // Only the picture of a change reads what the judge knows of it.
  const judged = { bands: [], marks: [mark as unknown as ChangeMark] };
  expect(room({})).toEqual({ top: 8, right: 10 });
  expect(room({ breaks: [card] })).toEqual({ top: 22, right: 10 });
  expect(room({ breaks: [card, card, card] })).toEqual({ top: 36, right: 10 });
  expect(room({ judged })).toEqual({ top: 26, right: 10 });
  expect(room({ judged, breaks: [card] })).toEqual({ top: 40, right: 10 });
  expect(room({ judged, hidden: ['tree'] })).toEqual({ top: 8, right: 10 });
  const span = { ...look.span, first: 2 };
  expect(room({ judged, breaks: [card], span })).toEqual({ top: 8, right: 10 });
});
