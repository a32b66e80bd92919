import { createCountedMachine } from '@kernel-ladder/harness/testing';
import { expect, test } from 'vitest';
import { gemmCase } from './cases.ts';
import { family } from './family.ts';

function multiply(m: number, n: number, k: number) {
  const { buffer, counted, work } = createCountedMachine();
  const [a, b, c] = [buffer('a', m * k), buffer('b', k * n), buffer('c', m * n)];
  for (let row = 0; row < m; row++)
    for (let column = 0; column < n; column++) {
      let sum = 0;
      for (let term = 0; term < k; term++)
        sum = counted(sum + counted(a.read(row * k + term) * b.read(term * n + column)));
      c.write(row * n + column, sum);
    }
  return work();
}

// 2mnk / 4(mk + kn + mn): side / 6 for a cube, never more than a half for one row.
test.for([
  [12, 12, 12, 12 / 6],
  [30, 30, 30, 30 / 6],
  [4, 6, 20, 960 / 896],
  [1, 50, 50, 5000 / 10_400],
] as const)('the work of %i × %i × %i is what a product counts', ([m, n, k, intensity]) => {
  const work = family.work(gemmCase([m, n, k]));
  expect(work).toEqual(multiply(m, n, k));
  expect(work.flops / work.minBytes).toBeCloseTo(intensity, 12);
});
