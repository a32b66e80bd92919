import { expect, test } from 'vitest';
import { causesOf } from './causes.ts';
import type { Effect } from './effects.ts';

const effectOf = (id: string, effect: number, sameKernel: boolean | null): Effect => {
  const [family = '', variant = '', name = ''] = id.split('/');
  const series = { id, family, variant, case: name, isPeer: false, seen: [] };
  return {
    series,
    state: effect > 0 ? 'slower' : 'faster',
    effect,
    sameKernel,
    beforeNs: 1,
    afterNs: 1 + effect,
    before: 0,
    reason: null,
    repairedBy: null,
    undoes: [],
  };
};

test('one kernel that became another is one cause over all its cases, and what no kernel explains is another', () => {
  const causes = causesOf([
    effectOf('gemm/tiled/n=1', 0.1, false),
    effectOf('gemm/naive/n=1', 0.2, true),
    effectOf('gemm/tiled/n=2', 0.9, false),
    effectOf('scan/naive/n=1', 0.3, true),
    effectOf('scan/tree/n=1', 0.25, null),
  ]);
  expect(
    causes.map(({ kind, kernel, effects }) => [kind, kernel, effects.map(({ series }) => series.id)]),
  ).toEqual([
    ['changed', 'gemm/tiled', ['gemm/tiled/n=2', 'gemm/tiled/n=1']],
    ['same', '', ['scan/naive/n=1', 'gemm/naive/n=1']],
    ['unknown', '', ['scan/tree/n=1']],
  ]);
});

test('twice as fast is as far as twice as slow', () => {
  const ids = causesOf([effectOf('a/b/c', -0.5, false), effectOf('d/e/f', 0.9, false)]).map(
    ({ kernel }) => kernel,
  );
  expect(ids).toEqual(['a/b', 'd/e']);
});
