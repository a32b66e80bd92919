// Sweeps from the shape of the data: a family that nobody has, by parameters that nobody has.
import { expect, test } from 'vitest';
import { gbpsOf, strides, swept, widths } from '../testing-swept.ts';
import { spacingOf, valueAlong } from './axes.ts';
import { fastestRung, heatMapOf, levels } from './heat.ts';
import { landscapeOf } from './landscape.ts';
import type { LandscapeWish } from './landscape.ts';
import { usefulAxes } from './slices.ts';

const nothing: LandscapeWish = { across: null, up: null, at: {}, metric: null };

test('what differs is an axis, whatever its name; numbers in factors, texts as names', () => {
  const axes = usefulAxes(swept.series.map(({ params }) => params));
  expect(axes.map(({ id, spacing, places }) => [id, spacing, places])).toEqual([
    ['stride', 'factors', 9],
    ['width', 'factors', 3],
    ['access', 'names', 2],
  ]);
});

test('parameters that vary together are one axis where none of them varies alone', () => {
  const squares = [64, 128, 256].map((size) => ({ m: size, n: size, layout: 'nn' }));
  const shapes = [64, 128, 256, 512].map((rows) => ({ rows, columns: 65_536 / rows }));
  expect(usefulAxes(squares)).toMatchObject([{ id: 'm=n', places: 3 }]);
  expect(usefulAxes(shapes)).toMatchObject([{ id: 'rows*columns=65536', places: 4 }]);
  expect(valueAlong(usefulAxes(shapes)[0]!, shapes[0]!)).toBe(1024);
});

test.for([
  [[1, 2, 3, 4, 5], 'steps'],
  [[1, 2, 4, 8], 'factors'],
  [[1024, 10_007, 65_536, 1_000_003], 'factors'],
  [[0, 10, 100], 'steps'],
  [[1, 2], 'steps'],
  [[64, 4096], 'factors'],
  [['a', 'b'], 'names'],
] as const)('%j lie in %s', ([values, spacing]) => {
  expect(spacingOf(values)).toBe(spacing);
});

test('opens on the fullest map, with the third parameter in a menu', () => {
  const { across, up, fixed, notes, metric } = landscapeOf(swept, nothing, false)!;
  expect([across.id, up?.id, metric, notes]).toEqual(['stride', 'width', 'gbps', []]);
  expect(fixed).toEqual([{ key: 'access', value: 'read', values: ['read', 'write'] }]);
});

test('its map has every cell, and a knee where a line is wasted whole', () => {
  const map = heatMapOf(landscapeOf(swept, nothing, false)!, 'plain')!;
  expect(map.columns).toEqual(strides);
  expect(map.rows.map(({ value }) => value)).toEqual(widths);
  const knees = map.rows.map(({ cells }) =>
    cells.filter((cell) => cell?.isKneeAcross).map((cell) => cell?.spot.x),
  );
  expect(knees).toEqual(widths.map((width) => [128 / width]));
  expect(map.bounds).toHaveLength(levels + 1);
  const values = map.rows.at(-1)?.cells.map((cell) => Math.round(cell?.spot.measured.value ?? 0));
  expect(values).toEqual(strides.map((stride) => gbpsOf(stride, 16, 'read')));
  const all = map.rows.flatMap(({ cells }) => cells.map((cell) => cell?.level));
  expect([Math.min(...all.map(Number)), Math.max(...all.map(Number))]).toEqual([0, levels - 1]);
});

test('the fastest rung of each cell is that of the least time', () => {
  const map = heatMapOf(landscapeOf(swept, nothing, false)!, fastestRung)!;
  const [row] = map.rows;
  expect(row?.cells.slice(0, 4).map((cell) => cell?.spot.series.variant)).toEqual([
    'plain',
    'plain',
    'staged',
    'staged',
  ]);
});

test('along one axis it has a curve a rung', () => {
  const wish = { ...nothing, across: 'stride', at: { width: '8', access: 'write' } };
  const { up, curves, fixed, notes } = landscapeOf(swept, wish, false)!;
  expect([up, notes]).toEqual([null, []]);
  expect(fixed.map(({ key, value }) => `${key}=${String(value)}`)).toEqual(['access=write', 'width=8']);
  expect(curves.map(({ variant, spots }) => [variant, spots.length])).toEqual([
    ['plain', strides.length],
    ['staged', strides.length],
  ]);
  expect(curves[0]?.knees.map(({ index }) => curves[0]?.spots[index]?.x)).toEqual([16]);
});

test.for([0, -1])(
  'a number that is usually %d is no place along an axis: those cases have no such parameter',
  (none) => {
    const { ladder, series } = swept;
    const params = [...ladder.params, { key: 'slots', default: none }];
    const [first] = series;
    const slotted = [1, 2, 4, 8].map((slots) => ({
      ...first!,
      id: `moved/plain/slots=${slots},f32`,
      params: { ...first!.params, slots },
    }));
    const plain = series.map((one) => ({ ...one, params: { ...one.params, slots: none } }));
    const family = { ...swept, ladder: { ...ladder, params }, series: [...plain, ...slotted] };
    const { across, curves } = landscapeOf(family, { ...nothing, across: 'slots' }, false)!;
    expect(across.values).toEqual([1, 2, 4, 8]);
    expect(curves.flatMap(({ spots }) => spots.map(({ x }) => x))).toEqual([1, 2, 4, 8]);
    // Where nobody asks, what most cases have is shown, and they may be chosen by what they lack.
    const { fixed } = landscapeOf(family, nothing, false)!;
    expect(fixed).toContainEqual({ key: 'slots', value: none, values: [none, 1, 2, 4, 8] });
  },
);

test('an axis of names has values and no knees', () => {
  const { across, curves } = landscapeOf(swept, { ...nothing, across: 'access' }, false)!;
  expect(across.values).toEqual(['read', 'write']);
  expect(curves.every(({ knees }) => knees.length === 0)).toBe(true);
});

test('says what the address asks for and the data does not have', () => {
  const at = { access: 'append', colour: 'red' };
  const wish = { across: 'depth', up: null, at, metric: 'busbw' };
  expect(landscapeOf(swept, wish, false)?.notes).toEqual([
    'No parameter “depth” to draw along here; showing stride.',
    'No result here with access=append; showing access=read.',
    'No parameter “colour” stays here; what it is asked to be is ignored.',
    'No metric “busbw” here; showing another.',
  ]);
});

test('a family of one case has no landscape, and one that nothing timed has none', () => {
  expect(landscapeOf({ ...swept, series: swept.series.slice(0, 1) }, nothing, false)).toBeNull();
  const untimed = swept.series.map((one) => ({ ...one, points: [] }));
  expect(landscapeOf({ ...swept, series: untimed }, nothing, false)).toBeNull();
});
