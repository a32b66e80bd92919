import { expect, test } from 'vitest';
import { sorted } from './sorted.ts';

const rows = [
  { id: 'n=1024', ns: 3 },
  { id: 'n=64', ns: null },
  { id: 'n=4096', ns: 1 },
];
const columns = [
  { key: 'id', value: ({ id }: (typeof rows)[number]) => id },
  { key: 'ns', value: ({ ns }: (typeof rows)[number]) => ns },
];
const by = (column: string, descending = false) =>
  sorted(rows, columns, { column, descending }).map(({ id }) => id);

test('sorts numbers by size, texts by the numbers in them, and puts what has no value last', () => {
  expect([by('ns'), by('ns', true), by('id'), by('id', true)]).toEqual([
    ['n=4096', 'n=1024', 'n=64'],
    ['n=1024', 'n=4096', 'n=64'],
    ['n=64', 'n=1024', 'n=4096'],
    ['n=4096', 'n=1024', 'n=64'],
  ]);
});

test('keeps the order where nothing is asked, or what is not there', () => {
  expect([sorted(rows, columns, null), sorted(rows, columns, { column: 'zzz', descending: false })]).toEqual([
    rows,
    rows,
  ]);
});
