import { expect, test } from 'vitest';
import { pairwise } from '../index.ts';

const axes = { n: [1, 2, 3, 4, 5], op: ['sum', 'min', 'max'], dtype: ['f32', 'i32'], flip: [true, false] };
const keys = ['n', 'op', 'dtype', 'flip'] as const;

test('brings every pair of values together', () => {
  const cases = pairwise(axes, 1);
  const missing = keys.flatMap((a) =>
    keys
      .filter((b) => b > a)
      .flatMap((b) => axes[a].flatMap((left) => axes[b].map((right) => ({ a, left, b, right }))))
      .filter(({ left, b, right }) => !cases.some((found) => found[a] === left && found[b] === right)),
  );
  expect(missing).toEqual([]);
});

test('stays near the product of the two largest axes, far from the product of all', () => {
  expect(pairwise(axes, 1).length).toBeLessThanOrEqual(18);
});

test('gives the same cases for the same seed, others for another', () => {
  expect(pairwise(axes, 7)).toEqual(pairwise(axes, 7));
  expect(pairwise(axes, 7)).not.toEqual(pairwise(axes, 8));
});

test('has every value of a lone axis', () => {
  expect(pairwise({ n: [1, 2, 3] }, 1)).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }]);
});

test('refuses an axis without values', () => {
  expect(() => pairwise({ n: [1], op: [], dtype: ['f32'] }, 1)).toThrow('axis "op" has no values');
});
