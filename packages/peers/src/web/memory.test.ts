// How much memory a library may take.
import { totalmem } from 'node:os';
import { expect, test } from 'vitest';
import { allowanceOf, memoryVariable } from './memory.ts';

const usual = Math.min(8 * 2 ** 30, totalmem() / 4);

test('a library may take 8 GiB or a quarter of the host, and sixteen times its case', () => {
  expect(allowanceOf(0, {})).toBe(usual);
  expect(allowanceOf(1000, {})).toBe(usual + 16_000);
});

test('a host may allow less, and never more', () => {
  expect(allowanceOf(0, { [memoryVariable]: '0.5' })).toBe(2 ** 29);
  expect(allowanceOf(0, { [memoryVariable]: '4096' })).toBe(usual);
});

test.for(['', '0', '-1', 'much', 'NaN'])('"%s" is no number of GiB', (text) => {
  expect(() => allowanceOf(0, { [memoryVariable]: text })).toThrow(`${memoryVariable}: "${text}"`);
});
