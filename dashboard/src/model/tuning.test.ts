import { parseTuningTable } from '@kernel-ladder/schema';
import type { TuningEntry } from '@kernel-ladder/schema';
import { expect, test } from 'vitest';
import { sampleSearch, sampleTable } from '../testing-tuned.ts';
import { combinationsOf, leastRatio } from './tuning.ts';
import type { TuningCell } from './tuning.ts';
import { countsText, searchFacts, speedText } from './tuning-words.ts';
import { searchView } from './tuning-view.ts';
import type { SearchWish } from './tuning-view.ts';

const table = parseTuningTable('sample', sampleTable('gpu', 'sums'));
const nothing: SearchWish = { rung: null, class: null, up: null, across: null };
const viewOf = (wish: Partial<SearchWish> = {}) => searchView(table, { ...nothing, ...wish })!;
const cellsOf = (wish: Partial<SearchWish> = {}) => viewOf(wish).map!.rows.map(({ cells }) => cells);
const textOf = ({ best, counts }: TuningCell) => best?.ns ?? countsText(counts);

test('every combination is there once, with what came of it', () => {
  const all = combinationsOf(sampleSearch);
  expect(all).toHaveLength(18);
  expect(new Set(all.map(({ name }) => name)).size).toBe(18);
  expect(
    all.filter(({ state }) => state !== 'timed').map(({ name, state, why }) => [name, state, why]),
  ).toEqual([
    ['tile=16,band=2,order=rows', 'wrong', 'sums[3] is 8, expected 9'],
    ['tile=64,band=4,order=rows', 'limit', 'A workgroup has 1024 threads, the device allows 256.'],
    ['tile=64,band=4,order=columns', 'limit', 'A workgroup has 1024 threads, the device allows 256.'],
  ]);
  expect(all.filter(({ isChoice }) => isChoice).map(({ name }) => name)).toEqual([
    'tile=32,band=2,order=rows',
  ]);
  expect(all.filter(({ isUsual }) => isUsual).map(({ name }) => name)).toEqual(['tile=16,band=1,order=rows']);
});

test('opens on the two parameters that the times hang on most, and has the best of each pair of values', () => {
  const { map, parameters } = viewOf();
  expect(parameters.map(({ name }) => name)).toEqual(['tile', 'band', 'order']);
  expect([map?.up.name, map?.across.name]).toEqual(['tile', 'band']);
  // A wrong answer is never the best, however fast; a pair without a time says why.
  expect(cellsOf().map((cells) => cells.map(textOf))).toEqual([
    [1625, 1515, 1625],
    [1125, 1000, 1125],
    [1625, 1500, '2 over a limit of the device'],
  ]);
  expect(
    cellsOf().flatMap((cells, row) => cells.flatMap(({ isChoice }, at) => (isChoice ? [[row, at]] : []))),
  ).toEqual([[1, 1]]);
  expect(cellsOf()[0]!.map(({ isUsual }) => isUsual)).toEqual([true, false, false]);
});

test('a stronger colour is a better time, in equal factors up to twice the least one', () => {
  expect(cellsOf().map((cells) => cells.map(({ level }) => level))).toEqual([
    [2, 3, 2],
    [7, 8, 7],
    [2, 3, null],
  ]);
  expect([8, 7, 0].map((level) => Number(leastRatio(level).toFixed(3)))).toEqual([1, 1.08, 1.852]);
});

test('takes the axes of the address, and says what it does not have', () => {
  expect(cellsOf({ up: 'order', across: 'tile' }).map((cells) => cells.map(textOf))).toEqual([
    [1515, 1010, 1515],
    [1625, 1000, 1500],
  ]);
  expect(viewOf({ up: 'order' }).map?.across.name).toBe('tile');
  expect(viewOf({ across: 'tile' }).map?.up.name).toBe('band');
  expect(viewOf({ up: 'depth', rung: 'gone' }).notes).toEqual([
    'No search of sums “gone” here; showing blocked n=1000,f32.',
    'No parameter “depth” with two values in this search; showing another.',
  ]);
  expect(viewOf({ up: 'tile', across: 'tile' }).notes).toEqual([
    '“tile” cannot be on both axes; showing band across.',
  ]);
  expect(searchView({ ...table, entries: [] }, nothing)).toBeNull();
});

test('a table that knows no refusals and no rounds shows the times that it has', () => {
  const { parameters, rows } = sampleSearch.landscape;
  const bare = rows.map(({ values, round, ns }) => ({ values, round, ns }));
  const older: TuningEntry = { ...sampleSearch, landscape: { parameters, rows: bare } };
  const { map, combinations } = searchView({ ...table, entries: [older] }, nothing)!;
  expect(combinations).toHaveLength(16);
  expect(combinations.find(({ state }) => state === 'failed')?.why).toBe(
    'wrong or failed: its table does not say more',
  );
  expect(map?.rows[2]?.cells.map(textOf)).toEqual([1625, 1500, 'none']);
});

test('a search of one varying parameter has no map', () => {
  const rows = sampleSearch.landscape.rows.filter(
    ({ values: [, band, order] }) => band === 1 && order === 'rows',
  );
  const { refused: _, values: __, ...landscape } = sampleSearch.landscape;
  const view = searchView(
    { ...table, entries: [{ ...sampleSearch, landscape: { ...landscape, rows } }] },
    nothing,
  );
  expect(view?.map).toBeNull();
  expect(view?.parameters.map(({ name }) => name)).toEqual(['tile']);
});

test('a search in words says what plans take, what it brings, and what was left out', () => {
  expect(searchFacts(sampleSearch, combinationsOf(sampleSearch))).toMatchInlineSnapshot(`
    [
      [
        "plans take",
        "tile=32 band=2 order=rows",
      ],
      [
        "instead of",
        "tile=16 band=1 order=rows",
      ],
      [
        "which is",
        "1.620 times as fast as the usual choice (1.600 … 1.640, 10 turns): 1.000 µs instead of 1.620 µs",
      ],
      [
        "searched on",
        "n=1000,f32",
      ],
      [
        "combinations",
        "18: 15 timed, 1 wrong, 2 over a limit of the device",
      ],
      [
        "looks",
        "18 in 2 rounds, 90 samples, 4.5 s",
      ],
      [
        "when",
        "2026-11-01 at cccccccc, space fedcba9876543210",
      ],
    ]
  `);
  expect(speedText({ ...sampleSearch, speed: { ratio: 1, low: 1, high: 1, turns: 0 } })).toMatch(
    /^the usual choice/,
  );
});
