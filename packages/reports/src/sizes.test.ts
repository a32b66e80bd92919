// Rates over size, batches beside loops, and shares named with their roof.
import type { FamilyLadder, Result } from '@kernel-ladder/schema';
import { passed, runOf } from '@kernel-ladder/curriculum/testing';
import { expect, test } from 'vitest';
import { gemmSizes, roofline } from './sizes.ts';

const family: FamilyLadder = {
  name: 'gemm',
  title: 'Matrix product',
  simulated: false,
  params: ['m', 'n', 'k', 'batch'].map((key) => ({ key })),
  headline: { cache: 'hot', metric: 'gflops', cases: [] },
  tolerance: '',
  rungs: ['naive', 'register', 'looped'].map((name) => ({ name, summary: name, kind: 'gpu' })),
};

function timed(variant: string, shape: string, us: number, passes = 1): Result {
  return passed({
    id: `gemm/${variant}/${shape},f32`,
    us,
    more: { dispatch: { passes, workgroups: 1, workgroupSize: 64, sharedBytes: 0 } },
  });
}

const rowsIn = (text: string, title: string) =>
  (text.split(`## ${title}\n`)[1]?.split('\n## ')[0] ?? '')
    .split('\n')
    .filter((line) => line.startsWith('| '));

test('products of many matrices at once stand beside as many products', () => {
  const results = [
    timed('register', 'm=8,n=8,k=8,batch=64', 10),
    timed('looped', 'm=8,n=8,k=8,batch=64', 400, 64),
    timed('register', 'm=8,n=8,k=8,batch=2', 10),
    timed('looped', 'm=8,n=8,k=8,batch=2', 20, 2),
    timed('register', 'm=8,n=8,k=8', 10),
  ];
  const { text } = gemmSizes(family, { families: [family], runs: [runOf('1', results)] });
  const [, , ...rows] = rowsIn(text, 'Batched beside looped');
  expect(rows.map((row) => row.split(' | ').slice(1, 7))).toEqual([
    ['2', 'register', '1', '100', '10 (10 to 10)', '2 ×'],
    ['2', 'looped', '2', '50', '20 (20 to 20)', '1 ×'],
    ['64', 'register', '1', '100', '10 (10 to 10)', '40 ×'],
    ['64', 'looped', '64', '2.5', '400 (400 to 400)', '1 ×'],
  ]);
});

const rate = (pctOfRoof: number) => ({ metrics: { gflops: 1, gbps: 1, pctOfRoof } });

test('a share of a roof names it', () => {
  // 10 µs at 1000 GB/s and 1000 GFLOP/s.
  const memory = passed({
    id: 'scan/a/n=1,f32',
    more: { work: { flops: 1, minBytes: 5e6, implBytes: 5e6 }, ...rate(50) },
  });
  const lanes = passed({
    id: 'gemm/b/n=1,f32',
    more: { work: { flops: 8e6, minBytes: 1, implBytes: 1 }, ...rate(80) },
  });
  // Somebody else's kernel is no point of ours.
  const theirs = { ...lanes, id: 'gemm/cublas/n=1,f32', variant: 'cublas', kind: 'peer' } as const;
  const { text } = roofline({ families: [], runs: [runOf('1', [memory, lanes, theirs])] });
  const [, , ...rows] = rowsIn(text, 'Best point of each variant and type');
  expect(rows.map((row) => row.split(' | ').at(-3))).toEqual(['memory', 'f32']);
});
