// What searches exported: in every table, for every shape, the candidate that won, or the usual one where none was clearly faster.
import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parseTuningTable } from '../../schema/src/index.ts';
import type { TuningEntry } from '../../schema/src/index.ts';

const packages = new URL('../../', import.meta.url);
const tables = ['kernel-*/tuning/*.json', 'autotune/landscapes/*/*.json']
  .flatMap((glob) => globSync(glob, { cwd: packages.pathname }))
  .toSorted();

// The row of the choice, and whether any that got as far is quicker.
function standingOf({ choice, usual, landscape: { parameters, rows } }: TuningEntry) {
  const isThat = (values: readonly unknown[]) => parameters.every((name, at) => values[at] === choice[name]);
  const own = rows.find(({ values }) => isThat(values));
  const furthest = Math.max(...rows.map(({ round }) => round));
  const least = Math.min(...rows.flatMap(({ round, ns }) => (round === furthest && ns !== null ? [ns] : [])));
  return {
    isTimed: own?.ns !== undefined && own.ns !== null,
    isUsual: parameters.every((name) => choice[name] === usual[name]),
    isQuickest: own?.ns === least,
  };
}

test.for(tables)('the winner of every shape is exported: %s', (file) => {
  const { entries } = parseTuningTable(file, JSON.parse(readFileSync(new URL(file, packages), 'utf8')));
  expect(entries.length).toBeGreaterThan(0);
  for (const entry of entries) {
    const { isTimed, isUsual, isQuickest } = standingOf(entry);
    expect({ class: entry.class, isTimed, isWinner: isUsual || isQuickest }).toEqual({
      class: entry.class,
      isTimed: true,
      isWinner: true,
    });
  }
});

test('an entry whose choice is neither quickest nor usual is found', () => {
  const [file = ''] = tables;
  const [entry] = parseTuningTable(file, JSON.parse(readFileSync(new URL(file, packages), 'utf8'))).entries;
  const { parameters, rows } = entry!.landscape;
  const slow = rows.toSorted((a, b) => (b.ns ?? 0) - (a.ns ?? 0))[0]!;
  const choice = Object.fromEntries(parameters.map((name, at) => [name, slow.values[at] ?? 0]));
  const usual = Object.fromEntries(parameters.map((name) => [name, 'none']));
  expect(standingOf({ ...entry!, choice, usual })).toMatchObject({ isUsual: false, isQuickest: false });
});
