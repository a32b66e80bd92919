import type { GridRow } from '@kernel-ladder/schema';
import { expect, test } from 'vitest';
import { parseHash } from '../state.ts';
import { facetOptions, facets, filterRows, settledFilter, sinceOptions } from './grid.ts';

const row = (rung: string, more: Partial<GridRow> = {}): GridRow => ({
  id: `gemm/${rung}/n=64,f32`,
  family: 'gemm',
  rung,
  case: 'n=64,f32',
  dtype: 'f32',
  kind: 'gpu',
  state: 'same',
  at: [0],
  times: [1],
  marks: 't',
  ...more,
});
const rows = [
  row('naive', { change: { at: 0, effect: 0.2, age: 0 } }),
  row('tiled', { state: 'failing', change: { at: 0, effect: -0.2, age: 7 } }),
  row('tiled', { id: 'gemm/tiled/n=64,f16', dtype: 'f16' }),
  row('cublas', { kind: 'peer', state: 'unjudged' }),
];
const none = parseHash('');
const idsOf = (filter: Parameters<typeof filterRows>[1]) => filterRows(rows, filter).map(({ id }) => id);
const optionsOf = (key: string, filter: Parameters<typeof filterRows>[1]) =>
  facetOptions(
    rows,
    filter,
    facets.find((facet) => facet.key === key)!,
  );

test('shows every series where nothing is asked', () => {
  expect(filterRows(rows, none)).toEqual(rows);
});

test('every choice narrows, and every word must stand in the id', () => {
  expect(idsOf({ ...none, rung: 'tiled', dtype: 'f16' })).toEqual(['gemm/tiled/n=64,f16']);
  expect(idsOf({ ...none, query: 'TILED f32' })).toEqual(['gemm/tiled/n=64,f32']);
  expect(idsOf({ ...none, kind: 'peer' })).toEqual(['gemm/cublas/n=64,f32']);
  expect(idsOf({ ...none, status: 'failing' })).toEqual(['gemm/tiled/n=64,f32']);
});

test('moved within so many commits: 1 is the newest alone, and what never moved never passes', () => {
  expect(idsOf({ ...none, since: 1 })).toEqual(['gemm/naive/n=64,f32']);
  expect(idsOf({ ...none, since: 8 })).toHaveLength(2);
  expect(idsOf({ ...none, since: 100 })).toHaveLength(2);
});

test('a choice says how many rows it leaves with all others as they are', () => {
  expect(optionsOf('rung', { ...none, dtype: 'f32', rung: 'naive' })).toEqual([
    { value: 'cublas', count: 1 },
    { value: 'naive', count: 1 },
    { value: 'tiled', count: 1 },
  ]);
  expect(sinceOptions(rows, { ...none, since: 3 }).filter(({ count }) => count > 0)[0]).toEqual({
    since: 1,
    count: 1,
  });
});

test('a choice that leaves nothing stays in its menu', () => {
  expect(optionsOf('dtype', { ...none, kind: 'peer', dtype: 'f16' })).toEqual([
    { value: 'f32', count: 1 },
    { value: 'f16', count: 0 },
  ]);
});

test('says what of a filter no row can have, and goes without', () => {
  const odd = parseHash('#page=grid&family=gem&dtype=f8&rung=tiled&state=splendid&kind=mine&since=5');
  const { filter, notes } = settledFilter(rows, odd);
  expect(notes).toEqual([
    'No family “gem” here; showing every family.',
    'No type “f8” here; showing every type.',
    'No state “splendid” here; showing every state.',
    'No owner “mine” here; showing every owner.',
  ]);
  expect(filter).toMatchObject({
    family: null,
    dtype: null,
    rung: 'tiled',
    status: null,
    kind: null,
    since: 5,
  });
});

test('a state or an owner that no row has just now is a choice all the same', () => {
  const { filter, notes } = settledFilter(rows, parseHash('#page=grid&state=skipped&kind=cpu'));
  expect([filter.status, filter.kind, notes]).toEqual(['skipped', 'cpu', []]);
  expect(filterRows(rows, filter)).toEqual([]);
});
