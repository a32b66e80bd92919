import { expect, test } from 'vitest';
import { middleOf } from './middle.ts';

test('the middle of an odd and of an even number of values, and of none', () => {
  expect([middleOf([3, 1, 2]), middleOf([1, 2]), middleOf([])]).toEqual([2, 1.5, null]);
});
