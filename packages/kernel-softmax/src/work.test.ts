import { createCountedMachine } from '@kernel-ladder/harness/testing';
import { expect, test } from 'vitest';
import { family } from './family.ts';

// Maximum, difference, exponential, sum and quotient: five operations an element.
function softmax(rows: number, columns: number) {
  const { buffer, counted, work } = createCountedMachine();
  const [x, y] = [buffer('x', rows * columns), buffer('y', rows * columns)];
  for (let row = 0; row < rows; row++) {
    const places = Array.from({ length: columns }, (_, column) => row * columns + column);
    const top = places.reduce((most, place) => counted(Math.max(most, x.read(place))), -Infinity);
    const powers = places.map((place) => counted(Math.exp(counted(x.read(place) - top))));
    const total = powers.reduce((sum, power) => counted(sum + power), 0);
    places.forEach((place, column) => y.write(place, counted((powers[column] ?? 0) / total)));
  }
  return work();
}

test.for([
  [1, 100],
  [20, 33],
] as const)('the work of %i × %i is what a softmax counts: 5 operations for 8 bytes', ([rows, columns]) => {
  const work = family.work({ rows, columns, mask: 'none', fill: 'uniform', dtype: 'f32' });
  expect(work).toEqual(softmax(rows, columns));
  expect(work.flops / work.minBytes).toBeCloseTo(5 / 8, 12);
});
