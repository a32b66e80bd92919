import { createCountedMachine } from '@kernel-ladder/harness/testing';
import { expect, test } from 'vitest';
import { family } from './family.ts';
import { axesCase } from './cases/axes.ts';

// Groups of `length` elements to one result each: an addition for each element but the first of its group.
function reduce(groups: number, length: number) {
  const { buffer, counted, work } = createCountedMachine();
  const [x, y] = [buffer('x', groups * length), buffer('y', groups)];
  for (let group = 0; group < groups; group++) {
    let sum = x.read(group * length);
    for (let at = 1; at < length; at++) sum = counted(sum + x.read(group * length + at));
    y.write(group, sum);
  }
  return work();
}

test.for([1, 2, 1000])(
  'the work of a vector of %i is what a reduction counts, in operations and bytes',
  (n) => {
    const work = family.work({ n, op: 'sum', fill: 'uniform', dtype: 'f32' });
    expect(work).toEqual(reduce(1, n));
  },
);

test.for([
  [5, 33],
  [7, 1],
] as const)(
  'the work of %i rows of %i is what a reduction counts, in operations and bytes',
  ([rows, columns]) => {
    expect(family.work(axesCase([rows, columns], [1]))).toEqual(reduce(rows, columns));
  },
);
