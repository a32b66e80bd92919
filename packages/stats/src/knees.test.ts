import { expect, test } from 'vitest';
import { knees, lastFall } from './knees.ts';
import { createRandom, normal } from './random.ts';

const sizes = Array.from({ length: 17 }, (_, at) => 2 ** (at + 2));
const curve = (of: (size: number) => number) =>
  sizes.map((size) => ({ x: Math.log(size), y: Math.log(of(size)) }));
const around = (size: number) => [size / Math.SQRT2, size * Math.SQRT2] as const;

test('finds none in a straight line', () => {
  expect(knees(curve((size) => 3 * size ** 0.7))).toEqual([]);
  expect(knees(curve(() => 5))).toEqual([]);
});

test('finds where a rate stops growing, and the exponents on both sides', () => {
  const [knee, ...others] = knees(curve((size) => Math.min(size, 1024)));
  expect(others).toEqual([]);
  expect(sizes[knee!.index]).toBe(1024);
  expect(Math.exp(knee!.x)).toBeCloseTo(1024, 6);
  expect(knee!.before).toBeCloseTo(1, 6);
  expect(knee!.after).toBeCloseTo(0, 6);
});

test('finds a bend between two points', () => {
  const [knee, ...others] = knees(curve((size) => Math.min(size, 1448)));
  expect(others).toEqual([]);
  expect(Math.exp(knee!.x)).toBeCloseTo(1448, -1);
});

// A stride that wastes more of each line until a line has one word left, and then more of each page.
test('finds every level of a staircase', () => {
  const found = knees(curve((size) => (size < 64 ? 1 : size < 4096 ? 64 / size : 64 / 4096)));
  expect(found.map(({ index }) => sizes[index])).toEqual([64, 4096]);
  const exponents = found.map(({ before, after }) => [Math.round(before), Math.round(after)] as const);
  expect(exponents.map(([before, after]) => [before + 0, after + 0])).toEqual([
    [0, -1],
    [-1, 0],
  ]);
});

test('takes one point far off the line for no bend', () => {
  const points = curve((size) => size);
  const spiked = points.map((point, at) => (at === 8 ? { ...point, y: point.y - 0.4 } : point));
  expect(knees(spiked)).toEqual([]);
});

test('keeps its verdict in noise of five per cent, and finds nothing in noise alone', () => {
  const random = createRandom(11);
  const noisy = (of: (size: number) => number) =>
    curve(of).map(({ x, y }) => ({ x, y: y + 0.05 * normal(random) }));
  for (let trial = 0; trial < 200; trial++) {
    expect(knees(noisy(() => 7))).toEqual([]);
    const found = knees(noisy((size) => Math.min(size, 1024)));
    expect(found).toHaveLength(1);
    const [from, to] = around(1024);
    expect(Math.exp(found[0]!.x)).toBeGreaterThan(from);
    expect(Math.exp(found[0]!.x)).toBeLessThan(to);
  }
});

test('says nothing of fewer than five points', () => {
  expect(knees(curve((size) => Math.min(size, 16)).slice(0, 4))).toEqual([]);
  expect(knees([])).toEqual([]);
});

test('refuses what is not ascending or not finite', () => {
  expect(() =>
    knees([
      { x: 1, y: 1 },
      { x: 1, y: 2 },
    ]),
  ).toThrow(/x of point 1, 1, is not above/);
  expect(() => knees([{ x: 1, y: Number.NaN }])).toThrow(/point 0 is \(1, NaN\)/);
});

test('the last fall of stairs down is where their last step begins, and a rise has none', () => {
  const stairs = curve((size) =>
    size < 256 ? 8 : size < 16_384 ? 2048 / size : size < 65_536 ? 1 / 8 : 8192 / size,
  );
  expect(Math.exp(lastFall(stairs)!.x)).toBeGreaterThan(32_768);
  expect(lastFall(curve((size) => Math.max(1024, size)))).toBeNull();
});
