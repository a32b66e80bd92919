import { expect, test } from 'vitest';
import { keyTypes } from './cases/kinds.ts';
import { orderOf, wordOf } from './order.ts';

const words = [
  0, 1, 0x007fffff, 0x3f800000, 0x7f800000, 0x7fc00001, 0x80000000, 0x80000001, 0xbf800000, 0xff800000,
  0xffffffff,
];

test.for(keyTypes)('a number of %s stands for one word', (dtype) => {
  expect(words.map((word) => wordOf(dtype)(orderOf(dtype)(word)))).toEqual(words);
});

test('floats are in the total order of IEEE 754', () => {
  const order = orderOf('f32');
  // −NaN, −∞, −1, the least negative number, −0, 0, the least number, the greatest subnormal one, 1, ∞, NaN.
  const ascending = [
    0xffffffff, 0xff800000, 0xbf800000, 0x80000001, 0x80000000, 0, 1, 0x007fffff, 0x3f800000, 0x7f800000,
    0x7fc00001,
  ];
  expect(words.toSorted((a, b) => order(a) - order(b))).toEqual(ascending);
});

test('signed numbers are in their order', () => {
  const order = orderOf('i32');
  expect(words.toSorted((a, b) => order(a) - order(b))).toEqual(words.toSorted((a, b) => (a | 0) - (b | 0)));
});
