// What parameters mean that anybody may ask for.
import { readCase } from '@kernel-ladder/harness';
import { expect, test } from 'vitest';
import { family } from '../family.ts';
import { tableCase } from './kinds.ts';

test('a full table is as long as one thread can look through, and no longer', () => {
  expect(readCase(family, 'n=65536,load=100,u32')).toEqual(tableCase(65_536, 100));
  expect(readCase(family, 'n=16777216,load=99,u32')).toEqual(tableCase(2 ** 24, 99));
  expect(() => readCase(family, 'n=16777216,load=100,u32')).toThrow(
    'ask for load=99, or for n=65536 at most',
  );
});
