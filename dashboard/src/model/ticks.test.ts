import {
  checkProgress,
  completion,
  loadCurriculum,
  noProgress,
  parseProgress,
} from '@kernel-ladder/curriculum';
import type { ItemState, Progress } from '@kernel-ladder/curriculum';
import { expect, test } from 'vitest';
import { imported, ownDone, ownParts, progressText, readKept, tickAt, toggled } from './ticks.ts';

const curriculum = loadCurriculum();
const { items } = completion(curriculum, { runs: [], tests: [], artefacts: [] });
const day = '2026-03-01';
const stateOf = (id: string): ItemState => items.find((item) => item.id === id)!;
const plain = items.find(({ kind, checklist }) => kind === 'self' && !checklist)!;
const listed = items.find(({ checklist }) => checklist && checklist.every(({ blocked }) => !blocked))!;
const proven = items.find(({ kind }) => kind === 'bench')!;
const file = (ticks: Progress['ticks']) => progressText({ schemaVersion: 1, ticks });
const ticking = (places: readonly Parameters<typeof toggled>[1][]): Progress =>
  places.reduce((mine, place) => toggled(mine, place, day), noProgress);

test('a tick is there until it is taken back, and leaves the others alone', () => {
  const other = { item: listed.id, check: listed.checklist![0]!.title };
  const both = ticking([{ item: plain.id }, other]);
  expect(tickAt(both, { item: plain.id })).toEqual({ item: plain.id, date: day });
  expect(toggled(both, { item: plain.id }, day).ticks).toEqual([{ ...other, date: day }]);
});

test('an item with a checklist is ticked once each of its entries is', () => {
  const places = listed.checklist!.map(({ title }) => ({ item: listed.id, check: title }));
  const most = ticking(places.slice(1));
  expect([ownParts(listed, most), ownDone(items, most)]).toEqual([
    { done: places.length - 1, parts: places.length },
    0,
  ]);
  expect(ownDone(items, ticking(places))).toBe(1);
});

test('a tick for an entry whose requirement is not proven counts for nothing', () => {
  const blocked = items.find(({ checklist }) => checklist?.some((entry) => entry.blocked))!;
  const places = blocked.checklist!.map(({ title }) => ({ item: blocked.id, check: title }));
  expect(ownParts(blocked, ticking(places)).done).toBeLessThan(places.length);
});

test('what is written is a progress file that bench takes, and reads back the same', () => {
  const mine = ticking([{ item: plain.id }, { item: listed.id, check: listed.checklist![0]!.title }]);
  const text = progressText(mine);
  expect(checkProgress('p', parseProgress('p', JSON.parse(text)), curriculum)).toEqual(mine);
  expect(readKept(text, curriculum)).toEqual({ mine, notes: [] });
});

test.for([
  ['{"schemaVersion":1,', /damaged and was dropped: your ticks: not JSON/],
  ['{"schemaVersion":1,"ticks":[{"item":"x.y"}]}', /damaged and was dropped: your ticks: \/ticks\/0: .*date/],
  ['[]', /damaged and was dropped: your ticks: \/: must be object/],
] as const)('says that what was kept is damaged: %s', ([text, said]) => {
  const { mine, notes } = readKept(text, curriculum);
  expect([mine, notes]).toEqual([noProgress, [expect.stringMatching(said)]]);
});

test('keeps the ticks beside one that the curriculum does not take, and says which it dropped', () => {
  const wrong = ['no.such', proven.id].map((item) => ({ item, date: day }));
  const good = { item: plain.id, date: day };
  const text = progressText({ schemaVersion: 1, ticks: [wrong[0]!, good, wrong[1]!] });
  expect(readKept(text, curriculum)).toEqual({
    mine: { schemaVersion: 1, ticks: [good] },
    notes: [
      'A tick was dropped: item: there is no item "no.such".',
      `A tick was dropped: item: "${proven.id}" is proven by results, not ticked.`,
    ],
  });
});

test('an imported file adds its ticks, keeps their remarks, and is refused whole where one is wrong', () => {
  const mine = ticking([{ item: plain.id }, { item: listed.id, check: listed.checklist![0]!.title }]);
  const noted = { item: plain.id, date: '2026-01-02', note: 'twice', link: 'https://example.org' };
  expect(imported('p.json', file([noted]), mine, curriculum).ticks).toEqual([mine.ticks[1], noted]);
  expect(() => imported('p.json', file([noted, { ...noted, item: proven.id }]), mine, curriculum)).toThrow(
    `p.json: /ticks/1/item: "${proven.id}" is proven by results, not ticked`,
  );
  expect(stateOf(proven.id).kind).toBe('bench');
});
