// The table of promotions: what it says in either order, and that nothing which it keeps is lost.
import { expect, test } from 'vitest';
import { stored } from '../graph/stored.ts';
import { dtypes, isFloat } from '../graph/types.ts';
import type { Dtype } from '../graph/types.ts';
import { holds, promote, promotion } from './promotion.ts';

const pairs = dtypes.flatMap((left) => dtypes.map((right) => [left, right] as const));

// The ends of each type, and the whole numbers around which the next narrower one gives up.
const numbers: { readonly [Type in Dtype]: readonly number[] } = {
  f32: [3.4028234663852886e38, 1e-45, 0.1, 2 ** 24 - 1],
  f16: [65504, 2 ** -24, 0.0999755859375, 2047],
  i32: [-(2 ** 31), 2 ** 31 - 1],
  u32: [0, 2 ** 32 - 1],
  i8: [-128, 127],
  bool: [0, 1],
};

test('does not depend on the order', () => {
  expect(pairs.filter(([left, right]) => promotion[left][right] !== promotion[right][left])).toEqual([]);
});

test('a float wins over an integer, and f32 over f16', () => {
  for (const [left, right] of pairs.filter((pair) => pair.some(isFloat)))
    expect(promote(left, right)).toBe([left, right].includes('f32') ? 'f32' : 'f16');
});

test('refuses the pairs that no type holds', () => {
  expect(() => promote('i32', 'u32')).toThrow('i32 and u32 have no type in common: cast one of them');
  expect(() => promote('u32', 'i8')).toThrow(expect.objectContaining({ name: 'DtypeError' }));
});

test('a type holds another just where every number of it comes back', () => {
  expect(pairs.filter(([from, to]) => holds(to, from) !== comesBack(from, to))).toEqual([]);
});

function comesBack(from: Dtype, to: Dtype): boolean {
  return numbers[from].every((number) => stored(to, stored(from, number)) === stored(from, number));
}
