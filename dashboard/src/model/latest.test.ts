import { expect, test } from 'vitest';
import { sampleFamily } from '../testing.ts';
import { latestOf, sortRows } from './latest.ts';
import type { LatestRow } from './latest.ts';

const rows = latestOf(sampleFamily, { software: false, breaking: new Set(['tree']) });
const names = (sorted: readonly LatestRow[]) => sorted.map((row) => `${row.variant} ${row.case}`);

test('has every id as its case’s latest run left it', () => {
  expect(rows.map((row) => [row.id, row.run, row.status, row.values.medianNs, row.speedup])).toEqual([
    ['reduce/naive/n=1000,f32', 2, 'passed', 1000, 1],
    ['reduce/tree/n=1000,f32', 2, 'passed', 250, 4],
    ['reduce/subgroup/n=1000,f32', 2, 'skipped', null, null],
    ['reduce/tree/n=10,f32', 1, 'passed', 40, 1],
  ]);
});

test('says why a row has no number', () => {
  expect(rows[2]?.reason).toBe('feature:subgroups: the adapter has none');
});

test.for([false, true])('puts rows without a number last, descending: %s', (descending) => {
  const sorted = names(sortRows(rows, { column: 'medianNs', descending }));
  expect(sorted.at(-1)).toBe('subgroup n=1000,f32');
});

test('marks the fastest of a case among those that do not break', () => {
  expect(rows.map(({ fastest, isBreaking }) => [fastest, isBreaking])).toEqual([
    ['alone', false],
    [null, true],
    [null, false],
    [null, true],
  ]);
});

test('keeps the ladder’s order for a column that does not exist', () => {
  expect(names(sortRows(rows, { column: 'constructor', descending: true }))).toEqual(names(rows));
});
