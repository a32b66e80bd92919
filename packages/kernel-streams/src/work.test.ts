// What a case says of its work is what an implementation counts.
import { createCountedMachine } from '@kernel-ladder/harness/testing';
import { expect, test } from 'vitest';
import { batchCase, chainCase } from './cases.ts';
import { family } from './family.ts';

// A product, a sum, a division, a rounding down, and a product and a sum for each step.
function chains(n: number, rounds: number) {
  const { buffer, counted, work } = createCountedMachine();
  const [x, y] = [buffer('x', n), buffer('y', n)];
  for (let index = 0; index < n; index++) {
    let value = x.read(index);
    for (let round = 0; round < rounds; round++) {
      const grown = counted(counted(13 * value) + 524_287);
      const whole = counted(Math.floor(counted(grown / 2 ** 20)));
      value = counted(grown - counted(whole * 2 ** 20));
    }
    y.write(index, value);
  }
  return work();
}

function products(m: number, count: number) {
  const { buffer, counted, work } = createCountedMachine();
  const length = count * m ** 2;
  const [a, b, c] = [buffer('a', length), buffer('b', length), buffer('c', length)];
  for (let index = 0; index < length; index++) {
    const [row, first] = [index - (index % m), index - (index % m ** 2) + (index % m)];
    let sum = counted(a.read(row) * b.read(first));
    for (let k = 1; k < m; k++) sum = counted(sum + counted(a.read(row + k) * b.read(first + k * m)));
    c.write(index, sum);
  }
  return work();
}

test('the work of chains is what they count', () => {
  expect(family.work(chainCase(400, { rounds: 5 }))).toEqual(chains(100, 5));
});

test('the work of products is what they count', () => {
  expect(family.work(batchCase(6, { products: 3 }))).toEqual(products(6, 3));
});
