import { expect, test } from 'vitest';
import { wantsRefill } from './refills.ts';

const small = { case: 'n=1024,f32', work: { flops: 1023, minBytes: 4100, implBytes: 4100 } };
const large = { case: 'n=268435456,f32', work: { flops: 2 ** 28, minBytes: 2 ** 30, implBytes: 2 ** 30 } };

test('a small case is tried on another fill in every run, a large one in a run out of four', () => {
  const seeds = Array.from({ length: 400 }, (_, index) => 7919 * index);
  const inRuns = (each: typeof small) => seeds.filter((seed) => wantsRefill(each, seed)).length;
  expect(inRuns(small)).toBe(400);
  expect(inRuns(large)).toBeGreaterThan(70);
  expect(inRuns(large)).toBeLessThan(130);
});

test('the cases of one run are drawn apart', () => {
  const drawn = Array.from({ length: 40 }, (_, index) => wantsRefill({ ...large, case: `n=${index}` }, 1));
  expect(new Set(drawn).size).toBe(2);
});
