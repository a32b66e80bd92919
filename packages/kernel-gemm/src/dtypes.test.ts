// How bf16 is stored: rounded to the nearest, a tie to the even neighbour.
import { expect, test } from 'vitest';
import { packedBf16, unpackedBf16 } from './dtypes.ts';

const stored = (...values: readonly number[]): readonly number[] => [
  ...unpackedBf16(packedBf16(Float32Array.from(values))).subarray(0, values.length),
];

test('a number of eight bits stays, a longer one goes to the nearest, a tie to the even neighbour', () => {
  expect(stored(1, -255, 2 ** -100)).toEqual([1, -255, 2 ** -100]);
  expect(stored(257.5, -258.5)).toEqual([258, -258]);
  expect(stored(257, 259, -257)).toEqual([256, 260, -256]);
});

test('what is beyond the largest bf16 becomes infinite; infinity and NaN stay', () => {
  expect(stored(3.4e38, Infinity, -Infinity, NaN)).toEqual([Infinity, Infinity, -Infinity, NaN]);
});

test('two lie in a word, the first in the low half', () => {
  expect(packedBf16(Float32Array.of(1, -2, 0.5))).toEqual(Uint32Array.of(0xc000_3f80, 0x0000_3f00));
});
