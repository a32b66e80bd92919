// The page of searches, on the landscapes that were recorded for it.
import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { readArtefact } from '@kernel-ladder/curriculum';
import { parseTuningTable } from '@kernel-ladder/schema';
import { expect, test } from 'vitest';
import { landscapeOf, tuningSearch } from './tuning-search.ts';

const folder = new URL('../../autotune/landscapes/', import.meta.url);
const tables = globSync('*/*.json', { cwd: folder.pathname })
  .toSorted()
  .map((name) => parseTuningTable(name, JSON.parse(readFileSync(new URL(name, folder), 'utf8'))));

test('has a section for each recorded landscape, with a row a budget', () => {
  const { text, path } = tuningSearch(tables);
  const page = readArtefact(path, text);
  const entries = tables.flatMap((table) => table.entries);
  expect(entries.length).toBeGreaterThanOrEqual(5);
  expect(page).toMatchObject({ rows: 6 * entries.length, missing: 0, intact: true });
  expect(page?.commit).toMatch(/^[0-9a-f]{40}$/);
  for (const { rung, class: shapeClass } of entries) expect(text).toContain(`/${rung}\` for ${shapeClass}`);
});

test('the same tables give the same page', () => {
  expect(tuningSearch(tables).text).toBe(tuningSearch(structuredClone(tables)).text);
});

test('says that nothing was recorded', () => {
  expect(tuningSearch([]).missing).toHaveLength(1);
});

test('a candidate that was wrong is no part of a landscape', () => {
  const [entry] = tables[0]?.entries ?? [];
  const rows = entry!.landscape.rows.map((row, at) => (at === 0 ? { ...row, ns: null } : row));
  const { size } = landscapeOf(entry!);
  expect(landscapeOf({ ...entry!, landscape: { ...entry!.landscape, rows } }).size).toBe(size - 1);
});

test.for(tables.map(({ family }, at) => [family, at] as const))(
  '%s names its machine, as its file does',
  ([, at]) => {
    const names = globSync('*/*.json', { cwd: folder.pathname }).toSorted();
    expect(tables[at]?.machine).toBe(basename(names[at] ?? '', '.json'));
  },
);
