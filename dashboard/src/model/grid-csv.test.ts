import type { GridCommit, GridRow } from '@kernel-ladder/schema';
import { expect, test } from 'vitest';
import { csvOf } from '../csv.ts';
import { csvColumns } from './grid-csv.ts';

const counts = { slower: 0, faster: 0, failing: 0, new: 0, gone: 0, timed: 0 };
const commits: readonly GridCommit[] = [
  { sha: 'a'.repeat(40), subject: 'Tile it', date: '2026-01-02T03:04:05Z', runs: 1, counts },
];
const bare: GridRow = {
  id: 'gemm/tensor/n=64,i8-i32',
  family: 'gemm',
  rung: 'tensor',
  case: 'n=64,i8-i32',
  dtype: 'i8-i32',
  kind: 'gpu',
  state: 'unjudged',
  integer: true,
  at: [0],
  times: [1234.5],
  marks: 't',
};
const row: GridRow = {
  ...bare,
  ns: 1234.5,
  metric: 'gflops',
  rate: 279_910,
  share: 22.181,
  roof: 'tensor:i8-i32',
  change: { at: 0, effect: -0.04, age: 3 },
  best: { rung: 'cublas', name: 'cuBLAS 13.1', over: 0.39 },
};

/** The cells of one row by their heads; no cell of it has a quote. */
function cells(one: GridRow): Readonly<Record<string, string>> {
  const plain = { ...one, id: 'id', case: 'case' };
  const [head = '', line = ''] = csvOf(csvColumns(commits), [plain]).split('\r\n');
  const values = line.split(',');
  return Object.fromEntries(head.split(',').map((title, at) => [title, values[at] ?? '']));
}

test('writes every number in full, in the unit that its head names', () => {
  expect(cells(row)).toMatchInlineSnapshot(`
    {
      "Best peer": "cuBLAS 13.1",
      "Case": "case",
      "Commit of the change": "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
      "Family": "gemm",
      "Last change of the time (new/old − 1)": "-0.04",
      "Median time (ns)": "1234.5",
      "Rate": "279910",
      "Reason": "",
      "Roof": "tensor:i8-i32",
      "Rung": "tensor",
      "Series": "id",
      "Share of its roof (%)": "22.181",
      "State": "not judged",
      "Times as fast as it": "0.39",
      "Type": "i8-i32",
      "Unit of the rate": "GOP/s",
      "Whose": "ours",
    }
  `);
});

test('leaves cells empty where there is nothing, and names why', () => {
  const failed = cells({ ...bare, state: 'failing', reason: '=1+1' });
  expect(failed).toMatchObject({
    State: 'failing',
    Reason: "'=1+1",
    'Median time (ns)': '',
    Rate: '',
    Roof: '',
  });
});
