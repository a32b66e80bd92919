import { createCountedMachine } from '@kernel-ladder/harness/testing';
import { expect, test } from 'vitest';
import { allreduceCase } from './cases.ts';
import { family } from './family.ts';

// Every rank's vector is read once, added up once, and every rank's result written once.
function allreduce(n: number, ranks: number) {
  const { buffer, counted, work } = createCountedMachine();
  const [x, y] = [buffer('x', ranks * n), buffer('y', ranks * n)];
  for (let at = 0; at < n; at++) {
    let sum = x.read(at);
    for (let rank = 1; rank < ranks; rank++) sum = counted(sum + x.read(rank * n + at));
    for (let rank = 0; rank < ranks; rank++) y.write(rank * n + at, sum);
  }
  return work();
}

test.for([
  [1, 2],
  [100, 8],
  [33, 3],
] as const)(
  'the work of %i elements on %i ranks is what an allreduce counts, in operations and bytes',
  ([n, ranks]) => {
    expect(family.work(allreduceCase(n, ranks))).toEqual(allreduce(n, ranks));
  },
);
