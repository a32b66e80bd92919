// The page of generated kernels: which results make a pair, and why one of two is ahead.
import { gpu, passed, runOf } from '@kernel-ladder/curriculum/testing';
import type { Result } from '@kernel-ladder/schema';
import { expect, test } from 'vitest';
import { generated } from './generated.ts';

interface Sketch {
  readonly us: number;
  readonly bytes?: number;
  readonly passes?: number;
}

function result(id: string, { us, bytes = 8e6, passes = 1 }: Sketch, params: Result['params']): Result {
  return passed({
    id,
    us,
    more: {
      params: { dtype: 'f32', ...params },
      loc: { wgsl: 50, host: 0 },
      work: { flops: 1e6, minBytes: 8e6, implBytes: bytes },
      dispatch: { passes, workgroups: 1, workgroupSize: 64, sharedBytes: 0 },
    },
  });
}

const softmax = (rung: string, sketch: Sketch, rows = 16) =>
  result(`softmax/${rung}/rows=${rows},columns=8,f32`, sketch, { rows, columns: 8, mask: 'none' });
const own = (sketch: Sketch) =>
  result('fusion/fused/n=8,rows=16,op=softmax,f32', sketch, { n: 8, rows: 16, op: 'softmax' });
const pageOf = (...results: readonly Result[]) =>
  generated({ families: [], runs: [runOf('1', results, gpu)] }).text;
const rowIn = (text: string) => text.split('\n').find((line) => line.startsWith('| softmax'));

test('the fastest rung of the same shape stands beside the generated kernel, with the lines of both', () => {
  const row = rowIn(pageOf(own({ us: 10 }), softmax('subgroup', { us: 12 }), softmax('resident', { us: 9 })));
  expect(row).toContain('| `softmax/resident` | 0.9 × | 50 | 50 | the generated one is held back by ');
  expect(rowIn(pageOf(own({ us: 10 }), softmax('resident', { us: 9 }, 17)))).toBeUndefined();
});

test.for([
  [{ us: 10.2 }, { us: 10 }, 'none is ahead'],
  [{ us: 20, bytes: 16e6 }, { us: 10 }, 'the generated one asks memory for 2 × the bytes'],
  [{ us: 10 }, { us: 20, passes: 3 }, 'the one by hand takes 3 passes, the other 1'],
] as const)('%o against %o: %s', ([ours, other, why]) => {
  expect(rowIn(pageOf(own(ours), softmax('resident', other)))).toContain(`| ${why}`);
});

test('a pair that no run has is missing', () => {
  const fusion = {
    name: 'fusion',
    title: 'fusion',
    simulated: false,
    params: [],
    headline: { cache: 'hot' as const, metric: 'gflops' as const, cases: [] },
    tolerance: '',
    rungs: [],
  };
  expect(generated({ families: [fusion], runs: [] }).missing).toHaveLength(4);
});
