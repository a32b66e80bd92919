import { expect, test } from 'vitest';
import { sampleFamily } from '../testing.ts';
import { addable, pickSeries } from './picked.ts';

const [naive, tree, , small] = sampleFamily.series;
const pick = (ids: readonly string[], family = sampleFamily) =>
  pickSeries(family, 'n=1000,f32', { ids, metric: 'gflops' });

test('has every rung of the case where the address names no series', () => {
  const { series, isOwnChoice } = pick([]);
  expect([series.map(({ variant }) => variant), isOwnChoice]).toEqual([['naive', 'tree', 'subgroup'], false]);
});

test('has the series that the address names, of any case, in its order', () => {
  const { series, isOwnChoice, notes } = pick([small!.id, naive!.id]);
  expect([series, isOwnChoice, notes]).toEqual([[small, naive], true, []]);
});

test('says which series is not there, and falls back where none is', () => {
  expect(pick(['reduce/zzz/n=1', tree!.id])).toMatchObject({ series: [tree], isOwnChoice: true });
  const { series, isOwnChoice, notes } = pick(['reduce/zzz/n=1']);
  expect([series.length, isOwnChoice]).toEqual([3, false]);
  expect(notes[0]).toContain('reduce/zzz/n=1');
});

test('puts no rate of integers on an axis of floats, and does not offer one', () => {
  const integer = {
    ...small!,
    id: 'reduce/tree/n=10,i32',
    dtype: { in: 'i32', acc: 'i32', out: 'i32' },
  } as const;
  const family = { ...sampleFamily, series: [...sampleFamily.series, integer] };
  const picked = pick([naive!.id, integer.id], family);
  expect([picked.series, picked.notes.length]).toEqual([[naive], 1]);
  expect(addable(family, picked, 'gflops')).not.toContain(integer);
  expect(addable(family, picked, 'medianNs')).toContain(integer);
  expect(addable(family, picked, 'medianNs')).not.toContain(naive);
});
