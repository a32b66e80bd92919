// Sizes of a case, and what else is no size of it.
import { expect, test } from 'vitest';
import { sweepOf } from './sweep.ts';

const square = (side: number, more: object = {}) => ({ m: side, n: side, k: side, dtype: 'f32', ...more });

test('goes along parameters that are equal, and takes no other shape, type or layout for a size', () => {
  const cases = [
    square(64),
    square(128),
    square(256),
    square(512, { k: 64 }),
    square(512, { dtype: 'f16' }),
    square(512, { layout: 'nt' }),
  ];
  const sweep = sweepOf(square(128), cases)!;
  expect(sweep.axis).toBe('m = n = k');
  expect(cases.map(sweep.sizeOf)).toEqual([64, 128, 256, null, null, null]);
});

test('goes along one parameter where that has more sizes', () => {
  const cases = [1, 2, 3].map((n) => ({ n, ranks: 8 }));
  const sweep = sweepOf({ n: 2, ranks: 8 }, [...cases, { n: 2, ranks: 4 }])!;
  expect([sweep.axis, ...cases.map(sweep.sizeOf)]).toEqual(['n', 1, 2, 3]);
});

test('goes along one of two parameters whose product stays', () => {
  const cases = [4, 8, 16].map((columns) => ({ rows: 64 / columns, columns }));
  const sweep = sweepOf({ rows: 8, columns: 8 }, [...cases, { rows: 16, columns: 8 }])!;
  expect(sweep.axis).toBe('columns, with rows × columns = 64');
  expect([...cases, { rows: 16, columns: 8 }].map(sweep.sizeOf)).toEqual([4, 8, 16, null]);
});

test('is none where every other case is another problem', () => {
  expect(sweepOf(square(64), [square(64), square(64, { dtype: 'f16' })])).toBeNull();
});
