// What a case says of its work is what an implementation counts, word by word.
import { createCountedMachine } from '@kernel-ladder/harness/testing';
import { expect, test } from 'vitest';
import { copyCase, streamCase, transposeCase } from './cases.ts';
import { blockWords } from './cases/probes.ts';
import { keyWords } from './inputs.ts';
import { memoryWork } from './problem.ts';

type Machine = ReturnType<typeof createCountedMachine>;

function places(n: number): readonly number[] {
  return Array.from({ length: n }, (_, index) => index);
}

// A copy in whatever order; a transpose is one.
function copy({ buffer, work }: Machine, n: number) {
  const [x, y] = [buffer('x', n), buffer('y', n)];
  for (const index of places(n)) y.write(n - 1 - index, x.read(index));
  return work();
}

function read({ buffer, counted, work }: Machine, n: number) {
  const [x, sums] = [buffer('x', n), buffer('sums', Math.ceil(n / blockWords))];
  for (const block of places(Math.ceil(n / blockWords))) {
    const [first = 0, ...others] = places(n).filter((index) => Math.floor(index / blockWords) === block);
    sums.write(
      block,
      others.reduce((sum, index) => counted(sum + x.read(index)), x.read(first)),
    );
  }
  return work();
}

function write({ buffer, work }: Machine, n: number) {
  const [key, y] = [buffer('key', keyWords), buffer('y', n)];
  for (const index of places(n)) y.write(index, key.read(index % keyWords));
  return work();
}

function gather({ buffer, work }: Machine, n: number) {
  const [x, order, y] = [buffer('x', n), buffer('order', n), buffer('y', n)];
  for (const index of places(n)) y.write(index, order.read(index) * x.read(n - 1 - index));
  return work();
}

function triad({ buffer, counted, work }: Machine, n: number) {
  const [a, b, y] = [buffer('a', n), buffer('b', n), buffer('y', n)];
  for (const index of places(n)) y.write(index, counted(a.read(index) + counted(1.5 * b.read(index))));
  return work();
}

test.for([
  ['a copy', streamCase(100, 'copy'), copy, 100],
  ['a strided copy', copyCase(100, 7), copy, 100],
  ['a transpose', transposeCase(8, 13), copy, 104],
  ['a read', streamCase(40_000, 'read'), read, 40_000],
  ['a write', streamCase(100, 'write'), write, 100],
  ['a gather', streamCase(100, 'gather'), gather, 100],
  ['a triad', streamCase(100, 'triad'), triad, 100],
] as const)('the work of %s is what it counts', ([, params, count, n]) => {
  expect(memoryWork(params)).toEqual(count(createCountedMachine(), n));
});
