// How good searching is: what halving finds against the best of all, over budgets, on landscapes that are functions and on recorded ones.
import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parseTuningTable } from '../../schema/src/index.ts';
import { budgetFor, exhaustive, heatMap, importance, qualityOf } from './index.ts';
import type { Landscape, Point } from './index.ts';
import { mostlyRightLandscape, needleLandscape, noisy, tileLandscape } from './landscapes.ts';

const seeds = Array.from({ length: 8 }, (_, at) => at + 1);
const wholeOf = (landscape: Landscape) => 3 * landscape.size * 5;

test.for([
  { name: 'tiles of 4096', landscape: tileLandscape(4096) },
  { name: 'tiles of 1024', landscape: tileLandscape(1024) },
  { name: 'tiles of 4096, some of them wrong', landscape: mostlyRightLandscape(4096) },
])('with three samples of each at first the best is found within 2 %: $name', ({ landscape }) => {
  const [found] = qualityOf({ landscape, budgets: [wholeOf(landscape)], seeds, sample: noisy });
  expect(found!.worst).toBeLessThan(1.02);
});

test('less budget finds less: from three samples of each to a single candidate', () => {
  const landscape = tileLandscape(4096);
  const whole = wholeOf(landscape);
  const rows = qualityOf({
    landscape,
    budgets: [whole, whole / 5, whole / 25, whole / 300],
    seeds,
    sample: noisy,
  });
  const medians = rows.map(({ median }) => Number(median.toFixed(2)));
  expect(medians).toEqual([...medians].toSorted((one, other) => one - other));
  expect(medians[0]).toBe(1);
  expect(medians.at(-1)).toBeGreaterThan(1.1);
});

test('a needle is found by who looks at everybody, and mostly missed by who does not', () => {
  const landscape = needleLandscape(81);
  const [all, few] = qualityOf({ landscape, budgets: [4 * 81, 40], seeds, sample: noisy });
  expect(all).toMatchObject({ median: 1, worst: 1 });
  expect(few!.median).toBeGreaterThan(1.9);
});

const folder = new URL('../landscapes/', import.meta.url);
const recorded = globSync('*/*.json', { cwd: folder.pathname }).flatMap((name) =>
  parseTuningTable(name, JSON.parse(readFileSync(new URL(name, folder), 'utf8'))).entries.map((entry) => ({
    name: `${name} ${entry.rung}`,
    landscape: new Map(
      entry.landscape.rows.flatMap(({ values, ns }) =>
        ns === null ? [] : [[values.join(' '), ns] as const],
      ),
    ),
  })),
);

test('landscapes are recorded, of spaces that are small enough to look at everybody', () => {
  expect(recorded.map(({ landscape }) => landscape.size >= 16 && landscape.size <= 100)).toEqual(
    Array.from({ length: 5 }, () => true),
  );
});

test.for(recorded)(
  'with the budget of bench tune the best that was recorded is found within 2 %: $name',
  ({ landscape }) => {
    const [own, tenth] = qualityOf({
      landscape,
      budgets: [budgetFor(landscape.size, 3), Math.floor(landscape.size / 2)],
      seeds,
      sample: noisy,
    });
    const [all] = qualityOf({
      landscape,
      budgets: [5 * landscape.size],
      seeds,
      sample: noisy,
      eta: exhaustive,
    });
    expect(own!.worst).toBeLessThan(1.02);
    expect(own!.median).toBeLessThanOrEqual(all!.worst);
    // Half a sample of each is no search.
    expect(tenth!.worst).toBeGreaterThan(1.02);
  },
);

const points: readonly Point[] = [8, 16, 32].flatMap((tile) =>
  [1, 2].flatMap((band) =>
    ['a', 'b'].map((name) => ({
      candidate: { tile, band, name },
      ns: tile === 32 && band === 2 ? null : 1000 * tile + 10 * band,
    })),
  ),
);

test('the parameter that times hang on is the most important, and one that they do not is none', () => {
  const shares = importance(points);
  expect(shares.map(({ parameter }) => parameter)).toEqual(['tile', 'band', 'name']);
  expect(shares[0]!.share).toBeGreaterThan(0.99);
  expect(shares[2]!.share).toBeCloseTo(0, 10);
  expect(importance([])).toEqual([]);
});

test('a heat map has the least time of each pair of values, and a gap where nothing was right', () => {
  expect(heatMap(points, 'band', 'tile')).toEqual({
    down: { parameter: 'band', values: [1, 2] },
    across: { parameter: 'tile', values: [8, 16, 32] },
    ns: [
      [8010, 16_010, 32_010],
      [8020, 16_020, null],
    ],
  });
});
