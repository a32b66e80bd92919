import { expect, test } from 'vitest';
import { trendOf } from '../model/trend.ts';
import { sampleFamily } from '../testing.ts';
import { themes } from '../theme.ts';
import { columnsBetween, endsOf, placeAxis } from './places.ts';

const [column] = trendOf(sampleFamily, 'n=1000,f32', 'medianNs').columns;
const columns = ['01', '02', '03', '20', '21'].map((day) => ({
  ...column!,
  commit: { ...column!.commit, date: `2026-03-${day}T12:00:00Z` },
}));
const all = { first: 0, last: 4 };
const at = (day: string) => Date.parse(`2026-03-${day}Z`);

test('both axes reach a little beyond the columns in view', () => {
  const steps = endsOf(columns, { isDated: false, span: { first: 1, last: 4 } });
  expect([steps.min < 1, steps.min > 0, steps.max > 4]).toEqual([true, true, true]);
  const days = endsOf(columns, { isDated: true, span: all });
  expect([days.min < at('01T12:00'), days.max > at('21T12:00')]).toEqual([true, true]);
  expect(endsOf(columns, { isDated: false, span: { first: 2, last: 2 } })).toEqual({ min: 1.5, max: 2.5 });
});

test('what is dragged over becomes columns, never fewer than two', () => {
  expect(columnsBetween(columns, { min: 0.4, max: 3.2 }, false)).toEqual({ first: 1, last: 3 });
  expect(columnsBetween(columns, { min: 1.6, max: 1.9 }, false)).toEqual({ first: 1, last: 2 });
  expect(columnsBetween(columns, { min: at('02T00:00'), max: at('20T13:00') }, true)).toEqual({
    first: 1,
    last: 3,
  });
});

test('ticks are commits, or whole days that do not crowd', () => {
  const commits = placeAxis(columns, { theme: themes.light, isDated: false, span: all });
  expect([commits.ticks.callback(0), commits.ticks.callback(9)]).toEqual([
    ['aaaaaaaa', '03-04', '05:06'],
    null,
  ]);
  const days = placeAxis(columns, { theme: themes.light, isDated: true, span: all });
  expect(days.ticks).toMatchObject({ stepSize: 2 * 86_400_000 });
  expect(days.ticks.callback(at('04T00:00'))).toBe('2026-03-04');
});
