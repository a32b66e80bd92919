import { expect, test } from 'vitest';
import { sampleFamily } from '../testing.ts';
import { trendCsv } from './trend-csv.ts';
import { trendOf } from './trend.ts';

const trend = trendOf(sampleFamily, 'n=1000,f32', 'medianNs');
const lines = (first: number, last: number) => trendCsv(trend, { first, last }).trimEnd().split('\r\n');

test('has a line for each series at each commit in view, with its unit, and a reason where there is no number', () => {
  const [head, ...rows] = lines(1, 2);
  expect(head).toContain('"Median time, ns"');
  const told = rows.map((row) => /"(reduce\/\w+)\/n=1000,f32",(\w+),(\d*),/.exec(row)?.slice(1));
  expect(told).toEqual([
    ['reduce/naive', 'passed', '1000'],
    ['reduce/tree', 'failed', ''],
    ['reduce/naive', 'passed', '1000'],
    ['reduce/tree', 'passed', '250'],
    ['reduce/subgroup', 'skipped', ''],
  ]);
  expect(rows[1]).toMatch(/"wrong-result: got 3, expected 4"$/);
});

test('has no other commits', () => {
  expect(lines(0, 0)).toHaveLength(2);
});
