import type { GridRow } from '@kernel-ladder/schema';
import { expect, test } from 'vitest';
import { parseHash } from '../state.ts';
import { choiceNotes, chosenTrends, withRow } from './grid-choice.ts';

const row = (id: string, integer?: true): GridRow => ({
  id,
  family: id.split('/')[0]!,
  rung: id.split('/')[1]!,
  case: id.split('/')[2]!,
  dtype: 'f32',
  kind: 'gpu',
  state: 'same',
  at: [0],
  times: [1],
  marks: 't',
  ...(integer && { integer }),
});
const rows = [
  row('gemm/tiled/n=64'),
  row('gemm/naive/n=32'),
  row('gemm/i8/n=64', true),
  row('scan/tree/n=1'),
];
const opened = (...chosen: readonly string[]) =>
  chosenTrends('m', rows, chosen).map(({ href, ...more }) => ({ ...more, state: parseHash(href) }));

test('chosen rows open together, one trend a family, in the order of the choice', () => {
  expect(opened('gemm/naive/n=32', 'scan/tree/n=1', 'gemm/tiled/n=64', 'gone/x/y')).toMatchObject([
    {
      family: 'gemm',
      count: 2,
      state: {
        page: 'results',
        machine: 'm',
        family: 'gemm',
        case: 'n=32',
        metric: null,
        series: ['gemm/naive/n=32', 'gemm/tiled/n=64'],
      },
    },
    { family: 'scan', count: 1, state: { series: ['scan/tree/n=1'] } },
  ]);
});

test('series that count other operations share the axis of times', () => {
  expect(opened('gemm/tiled/n=64', 'gemm/i8/n=64')).toMatchObject([{ state: { metric: 'medianNs' } }]);
});

test('a choice takes a row in and out, and one that is not there is said', () => {
  expect(withRow(withRow(['a'], 'b', true), 'a', false)).toEqual(['b']);
  expect(withRow(['a'], 'a', true)).toEqual(['a']);
  expect(choiceNotes(rows, ['scan/tree/n=1', 'gone/x/y'])).toEqual([
    'No series “gone/x/y” on this machine to choose.',
  ]);
});
