import { completion, loadCurriculum, nextItems } from '@kernel-ladder/curriculum';
import { expect, test } from 'vitest';
import { itemsOfTrack } from './curriculum.ts';
import { nextRows, rowsAmong } from './next.ts';

const curriculum = loadCurriculum();
const done = completion(curriculum, { runs: [], tests: [], artefacts: [] });
const rows = nextRows(curriculum, done);

test('has every item that is not proven, ranked as the command line ranks it', () => {
  expect(rows.map(({ id }) => id)).toEqual(nextItems(curriculum, done).map(({ id }) => id));
  expect(rows.map(({ rank }) => rank)).toEqual(rows.map((_, at) => at + 1));
  const place = new Map(rows.map(({ id, rank }) => [id, rank]));
  for (const { waitsFor, rank } of rows) for (const id of waitsFor) expect(place.get(id)).toBeLessThan(rank);
});

test('names what is missing with the command that brings it, where one does', () => {
  const typed = rows.filter(({ command }) => command !== null);
  expect(typed.length).toBeGreaterThan(50);
  for (const { id, what, command, others } of typed) {
    const { missing } = done.items.find((item) => item.id === id)!;
    const named = missing.find((one) => one.what === what)!;
    expect(command).toContain(named.by ?? `--select '${named.select}'`);
    expect(others).toBe(missing.length - 1);
  }
});

test('a track has its own rows, with their places among all', () => {
  const [track] = done.tracks;
  const own = rowsAmong(rows, itemsOfTrack(done, track!));
  const ids = new Set(track!.phases.flatMap(({ items }) => items));
  expect(own).toEqual(rows.filter(({ id }) => ids.has(id)));
  expect(own.length).toBeLessThan(rows.length);
});
