import { createCountedMachine } from '@kernel-ladder/harness/testing';
import { expect, test } from 'vitest';
import { mapCase } from './cases.ts';
import { family } from './family.ts';
import { factor } from './operators.ts';

// A product and a sum for each element, of two that are read and one that is written.
function saxpy(n: number) {
  const { buffer, counted, work } = createCountedMachine();
  const [a, b, result] = [buffer('a', n), buffer('b', n), buffer('result', n)];
  for (let at = 0; at < n; at++) result.write(at, counted(counted(factor * a.read(at)) + b.read(at)));
  return work();
}

test.for([1, 1000])('the work of saxpy over %i elements is what it counts, in operations and bytes', (n) => {
  expect(family.work(mapCase(n, 'saxpy'))).toEqual(saxpy(n));
});

test('a cast reads one type and writes the other', () => {
  expect(family.work(mapCase(10, 'cast', 'f32-f16')).minBytes).toBe(60);
});
