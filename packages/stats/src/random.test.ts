import { expect, test } from 'vitest';
import { createRandom, createShuffle, hashSeed, normal, uniform } from './index.ts';

function draw(seed: number): readonly number[] {
  return Array.from({ length: 3 }, createRandom(seed));
}

test('gives the same numbers for the same seed, and others for another', () => {
  expect(draw(7)).toEqual(draw(7));
  expect(draw(7)).not.toEqual(draw(8));
  expect(hashSeed('gemm/naive/n=1024')).not.toBe(hashSeed('gemm/naive/n=1025'));
  // The published vector of FNV-1a.
  expect(hashSeed('a')).toBe(0xe40c292c);
});

test('draws uniform and normal numbers with the right moments', () => {
  const random = createRandom(1);
  const draws = 20_000;
  const flat = Array.from({ length: draws }, () => uniform(random));
  const bell = Array.from({ length: draws }, () => normal(random));
  const moment = (values: number[], power: number) =>
    values.reduce((sum, value) => sum + value ** power, 0) / draws;
  expect(moment(flat, 1)).toBeCloseTo(1 / 2, 2);
  expect(moment(flat, 2)).toBeCloseTo(1 / 3, 2);
  expect(moment(bell, 1)).toBeCloseTo(0, 1);
  expect(moment(bell, 2)).toBeCloseTo(1, 1);
  expect(moment(bell, 4) / 3).toBeCloseTo(1, 1);
});

test('shuffles every order equally often', () => {
  const shuffle = createShuffle(2);
  const seen = new Map<string, number>();
  for (let trial = 0; trial < 6000; trial++) {
    const values = Float64Array.of(1, 2, 3);
    shuffle(values);
    seen.set(values.join(), (seen.get(values.join()) ?? 0) + 1);
  }
  expect(seen.size).toBe(6);
  for (const count of seen.values()) expect(Math.abs(count - 1000)).toBeLessThan(150);
});
