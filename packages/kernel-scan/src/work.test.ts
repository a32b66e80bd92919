import { createCountedMachine } from '@kernel-ladder/harness/testing';
import { expect, test } from 'vitest';
import { family } from './family.ts';

// One addition for each element but the first, whatever a kernel adds beside that.
function scan(n: number) {
  const { buffer, counted, work } = createCountedMachine();
  const [x, y] = [buffer('x', n), buffer('y', n)];
  let sum = x.read(0);
  y.write(0, sum);
  for (let at = 1; at < n; at++) {
    sum = counted(sum + x.read(at));
    y.write(at, sum);
  }
  return work();
}

test.for([1, 2, 1000])('the work of %i elements is what a scan counts, in operations and bytes', (n) => {
  expect(family.work({ n, mode: 'inclusive', fill: 'uniform', dtype: 'f32' })).toEqual(scan(n));
});
