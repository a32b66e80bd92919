// What a case says of its work is what a serial implementation counts, word by word.
import { createCountedMachine } from '@kernel-ladder/harness/testing';
import { expect, test } from 'vitest';
import { appendCase, compactCase, contentionCase, degreesCase, hashCase, histogramCase } from './cases.ts';
import { edgesOf } from './cases/graphs.ts';
import { keptOf } from './cases/sizes.ts';
import { keyWords } from './inputs.ts';
import { atomicsWork } from './problem.ts';

type Machine = ReturnType<typeof createCountedMachine>;

function places(n: number): readonly number[] {
  return Array.from({ length: n }, (_, index) => index);
}

// Sums are kept where they cost nothing, and written once.
function sumUp({ buffer, counted, work }: Machine, read: readonly number[], sums: number) {
  const x = buffer('x', read.length);
  const kept = read.map((_, index) => counted(x.read(index) + 1));
  const y = buffer('y', sums);
  for (const place of places(sums)) y.write(place, kept[place] ?? 0);
  return work();
}

function list({ buffer, counted, work }: Machine, n: number, kept: number) {
  const [x, y, count] = [buffer('x', n), buffer('y', kept), buffer('count', 1)];
  const words = places(n).map((index) => x.read(index));
  let length = 0;
  for (const place of places(kept)) {
    y.write(place, words[place] ?? 0);
    length = counted(length + 1);
  }
  count.write(0, length);
  return work();
}

function terms({ buffer, counted, work }: Machine, n: number, targets: number) {
  const key = buffer('key', keyWords);
  const words = places(keyWords).map((index) => key.read(index));
  const sums = buffer('sums', targets);
  const added = places(n).reduce((sum, index) => counted(sum + (words[index % keyWords] ?? 0)), 0);
  for (const place of places(targets)) sums.write(place, added);
  return work();
}

function table({ buffer, counted, work }: Machine, n: number) {
  const [keys, queries, found] = [buffer('keys', n), buffer('queries', n), buffer('found', n)];
  const held = new Map<number, number>();
  for (const index of places(n)) held.set(keys.read(index), counted(index + 1));
  for (const index of places(n)) found.write(index, counted(held.get(queries.read(index)) ?? 0));
  return work();
}

const graph = degreesCase(40, 'random');

test.for([
  ['a histogram', histogramCase(100, 7, 'zipf'), (machine: Machine) => sumUp(machine, places(100), 7)],
  ['contended additions', contentionCase(100, 9), (machine: Machine) => terms(machine, 100, 9)],
  ['an append', appendCase(60), (machine: Machine) => list(machine, 60, 60)],
  ['a compaction', compactCase(60, 33), (machine: Machine) => list(machine, 60, keptOf({ n: 60, keep: 33 }))],
  ['degrees', graph, (machine: Machine) => sumUp(machine, places(2 * edgesOf(graph)), 40)],
  ['a hash table', hashCase(50, 75), (machine: Machine) => table(machine, 50)],
] as const)('the work of %s is what it counts', ([, params, count]) => {
  expect(atomicsWork(params)).toEqual(count(createCountedMachine()));
});
