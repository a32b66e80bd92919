import type { Loc, SiteFamily } from '@kernel-ladder/schema';
import { expect, test } from 'vitest';
import { shortCommit } from '../format.ts';
import { codePointsOf, countsNote } from '../model/lines.ts';
import type { CodePoint } from '../model/lines.ts';
import { sampleFamily } from '../testing.ts';
import { themes } from '../theme.ts';
import { markRadius, nameHeight, placeNames } from './labels.ts';
import type { Box } from './labels.ts';
import { describeCode, linesConfig } from './lines.ts';

const locs: { readonly [variant: string]: Loc } = {
  naive: { wgsl: 20, host: 0 },
  tree: { wgsl: 50, host: 30 },
  subgroup: { wgsl: 40, host: 0 },
};

/** The sample family with the lines of the variants that `known` names. */
function withLines(...known: readonly string[]): SiteFamily {
  const series = sampleFamily.series.map((one) => ({
    ...one,
    points: one.points.map((point) =>
      known.includes(one.variant) ? { ...point, loc: locs[one.variant] } : point,
    ),
  }));
  return { ...sampleFamily, series } as SiteFamily;
}

const pointsAt = (run: number, ...known: readonly string[]) =>
  codePointsOf(withLines(...known), 'n=1000,f32', run);
const points = pointsAt(2, 'naive', 'tree', 'subgroup');
const code = (variant: string, lines: number, speedup: number): CodePoint => ({
  variant,
  place: 1,
  wgsl: lines,
  host: 0,
  lines,
  speedup,
  perLine: speedup / lines,
});

test('sets lines of WGSL and generator against the speed-up over the first rung', () => {
  expect(points).toEqual([
    { variant: 'naive', place: 0, wgsl: 20, host: 0, lines: 20, speedup: 1, perLine: 0.05 },
    { variant: 'tree', place: 1, wgsl: 50, host: 30, lines: 80, speedup: 4, perLine: 0.05 },
  ]);
});

test('has no point of a variant that failed or was skipped, nor of one whose lines nobody counted', () => {
  expect(pointsAt(1, 'naive', 'tree').map(({ variant }) => variant)).toEqual(['naive']);
  expect(pointsAt(2, 'tree', 'subgroup').map(({ variant }) => variant)).toEqual(['tree']);
  expect(pointsAt(2)).toEqual([]);
});

test('says from which commit on a generator is counted with what it imports', () => {
  const family = withLines('naive', 'tree');
  const counting = (runs: readonly number[]): SiteFamily => ({
    ...family,
    series: family.series.map((one) => ({
      ...one,
      points: one.points.map((point) =>
        point.loc && runs.includes(point.run)
          ? { ...point, loc: { ...point.loc, counts: 'generator-and-imports' } }
          : point,
      ),
    })),
  });
  expect(countsNote(withLines('naive'))).toBe('');
  expect(countsNote(family)).toBe('A generator is counted without the files that it imports.');
  const since = (run: number) =>
    `From commit ${shortCommit(family.runs[run]!.commit.sha)} on, a generator is counted with all that it imports`;
  expect(countsNote(counting([2]))).toBe(`${since(2)}; before, its own file alone.`);
  expect(countsNote(counting([0, 1, 2]))).toBe(`${since(0)}.`);
});

test('draws a point a variant in the colour that it has on the ladder', () => {
  for (const theme of [themes.light, themes.dark]) {
    const { data } = linesConfig(points, theme);
    expect(data.labels).toEqual(['naive', 'tree']);
    expect(data.datasets).toMatchObject([
      {
        data: [
          { x: 20, y: 1 },
          { x: 80, y: 4 },
        ],
        pointBackgroundColor: theme.series.slice(0, 2),
      },
    ]);
  }
});

test('takes a logarithmic axis where a linear one would press the slow rungs together', () => {
  const [near, far] = [20, 400].map((most) => {
    const config = linesConfig([code('naive', 20, 1), code('tree', 80, most)], themes.light);
    return config.options?.scales?.['y'];
  });
  expect(near).toMatchObject({ type: 'linear', beginAtZero: true });
  expect(far).toMatchObject({ type: 'logarithmic', min: 0.7, max: 560 });
});

test('says speed-up, lines and what a hundred lines bring', () => {
  expect(points.map(describeCode)).toEqual([
    ['naive  1.00×', '20 lines', '5.00× a hundred lines'],
    ['tree  4.00×', '80 lines: 50 of WGSL, 30 that generate it', '5.00× a hundred lines'],
  ]);
});

const area: Box = { left: 40, top: 0, right: 380, bottom: 200 };
const meet = (a: Box, b: Box) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

test('names points without covering a point or a name, wherever they lie', () => {
  // Multiples of irrationals spread evenly; a third of the points stand on the right edge, another crowds the left.
  const crowd = Array.from({ length: 60 }, (_, at) => ({
    x: 40 + 340 * ((at * 0.754_877) % 1) ** (at % 3),
    y: 200 * ((at * 0.569_84) % 1),
    width: 30 + (at % 7) * 10,
  }));
  const boxes = placeNames(crowd, area);
  const placed = boxes.filter((box) => box !== null);
  expect(placed.length).toBeGreaterThan(10);
  expect(placed.length).toBeLessThan(crowd.length);
  for (const [at, box] of placed.entries()) {
    expect(box.left >= area.left && box.right <= area.right && box.top >= 0 && box.bottom <= 200).toBe(true);
    expect(placed.some((other, index) => index !== at && meet(box, other))).toBe(false);
    expect(
      crowd.some(({ x, y }) => meet(box, { left: x - 1, top: y - 1, right: x + 1, bottom: y + 1 })),
    ).toBe(false);
  }
});

test('no name is nearer another point than its own, unless the two lie on one another', () => {
  const [, second] = placeNames(
    [
      { x: 200, y: 100, width: 30 },
      { x: 150, y: 106, width: 38 },
    ],
    area,
  );
  // On its right it would end at the first point, and read as its name.
  expect(second!.right).toBeLessThan(150);
  const alike = [100, 102].map((x) => ({ x, y: 100, width: 50 }));
  expect(placeNames(alike, area).every((box) => box !== null)).toBe(true);
});

test('names a point on its right, and on its left where the right has no room', () => {
  const [inside, atEdge] = placeNames(
    [
      { x: 100, y: 100, width: 50 },
      { x: 370, y: 50, width: 50 },
    ],
    area,
  );
  expect(inside).toMatchObject({ left: 100 + markRadius + 1, top: 100 - nameHeight / 2 });
  expect(atEdge!.right).toBe(370 - markRadius - 1);
});
