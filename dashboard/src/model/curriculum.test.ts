import { completion, loadCurriculum } from '@kernel-ladder/curriculum';
import { expect, test } from 'vitest';
import { parseHash } from '../state.ts';
import { barOf, countsText, groupItems, isFiltered, knownWishes, milestonesOf } from './curriculum.ts';

const curriculum = loadCurriculum();
const done = completion(curriculum, { runs: [], tests: [], artefacts: [] });
const none = parseHash('');
const idsOf = (filter: Partial<typeof none>) =>
  groupItems(done, curriculum.items, { ...none, ...filter }).flatMap(({ phases }) =>
    phases.flatMap(({ items }) => items.map(({ id }) => id)),
  );

test('has every item once over all tracks', () => {
  const ids = idsOf({});
  expect(ids.toSorted()).toEqual(done.items.map(({ id }) => id).toSorted());
});

test.for(done.tracks.map(({ id }) => id))('has in track %s the items of its phases', (track) => {
  const asked = done.tracks.find(({ id }) => id === track)!.phases.flatMap(({ items }) => items);
  expect(idsOf({ track })).toEqual(asked);
});

test('filters by state and by words in any order, wherever they stand', () => {
  const out = idsOf({ status: 'not-applicable' });
  expect(out.toSorted()).toEqual(
    done.items
      .filter(({ state }) => state === 'not-applicable')
      .map(({ id }) => id)
      .toSorted(),
  );
  expect(idsOf({ query: '  MULTIPLY naive ' })).toContain('gemm.naive');
  expect(idsOf({ query: 'no-such-word' })).toEqual([]);
  expect([
    isFiltered(none),
    isFiltered({ ...none, query: ' ' }),
    isFiltered({ ...none, track: 'x' }),
  ]).toEqual([false, false, true]);
});

test('finds what is to be ticked, and what the reader has ticked, in whole or in part', () => {
  const tickable = done.items.filter(({ kind }) => kind === 'self');
  expect(idsOf({ status: 'tickable' }).toSorted()).toEqual(tickable.map(({ id }) => id).toSorted());
  const listed = tickable.find(({ checklist }) => checklist)!;
  const plain = tickable.find(({ checklist }) => !checklist)!;
  const ticks = [{ item: plain.id }, { item: listed.id, check: listed.checklist![0]!.title }];
  const mine = {
    schemaVersion: 1 as const,
    ticks: ticks.map((tick) => ({ ...tick, date: '2026-03-01' })),
  };
  const found = groupItems(done, curriculum.items, { ...none, status: 'yours' }, mine);
  const ids = found.flatMap(({ phases }) => phases.flatMap(({ items }) => items.map(({ id }) => id)));
  expect(ids.toSorted()).toEqual([listed.id, plain.id].toSorted());
  expect(idsOf({ status: 'yours' })).toEqual([]);
});

test('counts the parts of a milestone, proven or ticked', () => {
  const milestones = milestonesOf(done);
  expect(milestones.length).toBeGreaterThan(3);
  for (const { state, done: met, parts } of milestones) {
    expect([met, parts > 0, state.id]).toEqual([0, true, state.id]);
  }
});

test('draws no more than the whole bar and says the same in words', () => {
  const counts = {
    ...done.total,
    items: 10,
    provable: 8,
    proven: 4,
    implemented: 3,
    regressed: 1,
    tickable: 2,
    ticked: 2,
  };
  expect(barOf(counts).reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1);
  expect(countsText({ ...counts, notApplicable: 0 })).toBe(
    '4 of 8 proven (50\u202f%), 3 implemented, 1 regressed, 2 of 2 ticked',
  );
});

test('notes what an address wishes for in vain and keeps the rest of it', () => {
  const there = {
    ...none,
    track: done.tracks[0]!.id,
    status: 'proven',
    item: done.items[0]!.id,
    query: 'zzz',
  };
  expect(knownWishes(done, there)).toEqual({ known: there, notes: [] });
  const { known, notes } = knownWishes(done, { ...there, track: 'zzz', status: 'toString', item: 'zzz' });
  expect(known).toEqual({ ...there, track: null, status: null, item: null });
  expect(notes).toEqual([
    'No track “zzz” here; showing all tracks.',
    'No state “toString” here; showing any state.',
    'No item “zzz” here.',
  ]);
});
