import { expect, test } from 'vitest';
import { createRandom, fill, fillAroundZero, fillWithDraws, seedOf } from '../index.ts';

const draw = (seed: number, count: number) => {
  const random = createRandom(seed);
  return Array.from({ length: count }, () => random.next());
};

test('gives the same stream for a seed on every machine', () => {
  expect(draw(1, 3)).toMatchInlineSnapshot(`
    [
      3739678614,
      2725338478,
      3923878172,
    ]
  `);
  expect(draw(1, 3)).not.toEqual(draw(2, 3));
});

test('is uniform: no bucket of 64 strays from its share', () => {
  const random = createRandom(42);
  const buckets = new Uint32Array(64);
  const draws = 64_000;
  for (let index = 0; index < draws; index++) buckets[Math.floor(random.uniform(0, 64))]! += 1;
  const expected = draws / 64;
  const chiSquared = [...buckets].reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
  // 63 degrees of freedom: beyond 103 one time in a thousand, below 33 as seldom.
  expect(chiSquared).toBeGreaterThan(33);
  expect(chiSquared).toBeLessThan(103);
});

test('stays in its bounds: the upper one open for reals, closed for integers', () => {
  const random = createRandom(3);
  const reals = Array.from({ length: 10_000 }, () => random.uniform(-1, 1));
  expect(Math.min(...reals)).toBeGreaterThanOrEqual(-1);
  expect(Math.max(...reals)).toBeLessThan(1);
  const integers = new Set(Array.from({ length: 1000 }, () => random.integer(-2, 2)));
  expect([...integers].toSorted((a, b) => a - b)).toEqual([-2, -1, 0, 1, 2]);
});

test('neighbouring seeds share nothing', () => {
  const [a, b] = [draw(1, 1000), new Set(draw(2, 1000))];
  expect(a.filter((value) => b.has(value))).toEqual([]);
});

test('makes seeds of texts, unsigned and different', () => {
  const seeds = ['n=1,f32', 'n=2,f32', 'n=1,f16'].map((text) => seedOf(text, 1));
  expect(new Set([...seeds, seedOf('n=1,f32', 2)]).size).toBe(4);
  expect(seeds.every((seed) => Number.isInteger(seed) && seed >= 0 && seed < 2 ** 32)).toBe(true);
});

test('fills an array, rounding to its type', () => {
  expect(fill(new Float32Array(2), (index) => index + 0.1)).toEqual(Float32Array.of(0.1, 1.1));
});

// The places of one value are as far apart as the pieces happen to be: a fixed distance would be an answer book.
test('nothing of a long array comes round after a fixed distance, and nearly all rows of a common length differ', () => {
  const random = createRandom(1);
  const values = fillWithDraws(new Float32Array(4_100_000), () => random.uniform(0, 1), random);
  // One value of each of many pieces, which all lie apart by more than a piece is long.
  const starts = new Map(Array.from({ length: 99 }, (_, index) => [values[10_007 * index], 10_007 * index]));
  const distances: number[] = [];
  for (let at = 1_000_003; at < values.length; at++) {
    const start = starts.get(values[at]);
    if (start !== undefined) distances.push(at - start);
  }
  expect(starts.size).toBe(99);
  expect(distances.length).toBeGreaterThan(200);
  expect(new Set(distances).size).toBe(distances.length);
  const rows = new Set(
    Array.from({ length: 4000 }, (_, row) => values.slice(1024 * row, 1024 * row + 4).join()),
  );
  expect(rows.size).toBeGreaterThan(3900);
});

test.for([1000, 4_100_000])('%i numbers around 0 add up to no more than a random walk, and not to 0', (n) => {
  const values = new Float32Array(n);
  fillAroundZero(values, createRandom(1));
  const total = values.reduce((sum, value) => sum + value, 0);
  expect(Math.abs(total)).toBeLessThan(3 * Math.sqrt(n / 3));
  expect(Math.abs(total)).toBeGreaterThan(0.01 * Math.sqrt(n / 3));
});
