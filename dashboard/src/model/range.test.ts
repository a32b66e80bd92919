import { expect, test } from 'vitest';
import { sampleFamily } from '../testing.ts';
import { moved, rangeOf, spanOf, zoomed } from './range.ts';
import { trendOf } from './trend.ts';

const [clean, dirty, local] = trendOf(sampleFamily, 'n=1000,f32', 'medianNs').columns;
const columns = [...'123456789'].map((digit) => ({
  ...clean!,
  commit: { ...clean!.commit, sha: digit.repeat(40) },
}));

test('an address names commits, and open ends go as far as the data', () => {
  expect(rangeOf(columns, { first: 2, last: 5 })).toBe('33333333..66666666');
  expect(rangeOf(columns, { first: 2, last: 8 })).toBe('33333333..');
  expect(rangeOf(columns, { first: 0, last: 8 })).toBeNull();
  for (const range of ['33333333..66666666', '33333333..', '..66666666'])
    expect(rangeOf(columns, spanOf(columns, range))).toBe(range);
});

test('runs of trees that no commit holds are named by themselves', () => {
  const mixed = [clean!, dirty!, local!, clean!];
  expect(rangeOf(mixed, { first: 1, last: 2 })).toBe('b..c');
  expect(spanOf(mixed, 'b..c')).toMatchObject({ first: 1, last: 2 });
});

test('what an address names the wrong way round is put right, and what is not there is said', () => {
  expect(spanOf(columns, '66666666..33333333')).toEqual({ first: 2, last: 5, notes: [] });
  const { first, last, notes } = spanOf(columns, 'cafecafe..66666666');
  expect([first, last, notes.length]).toEqual([0, 5, 1]);
  expect(notes[0]).toContain('cafecafe');
  expect(spanOf([], 'cafecafe..')).toMatchObject({ first: 0, last: -1 });
});

test('zooms about the middle, down to two columns and out to all', () => {
  expect(zoomed({ first: 0, last: 8 }, 0.5, 9)).toEqual({ first: 2, last: 6 });
  expect(zoomed({ first: 2, last: 6 }, 2, 9)).toEqual({ first: 0, last: 8 });
  expect(zoomed({ first: 3, last: 4 }, 0.5, 9)).toEqual({ first: 3, last: 4 });
  expect(zoomed({ first: 7, last: 8 }, 2, 9)).toEqual({ first: 6, last: 8 });
  expect(zoomed({ first: 0, last: 0 }, 0.5, 1)).toEqual({ first: 0, last: 0 });
});

test('moves by half of itself, and stops at the ends', () => {
  expect(moved({ first: 2, last: 6 }, 1, 9)).toEqual({ first: 4, last: 8 });
  expect(moved({ first: 4, last: 8 }, 1, 9)).toEqual({ first: 4, last: 8 });
  expect(moved({ first: 1, last: 2 }, -1, 9)).toEqual({ first: 0, last: 1 });
});
