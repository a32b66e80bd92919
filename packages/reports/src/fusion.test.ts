// What fusing saves: bytes and time beside the prediction, and a reason for every prediction that misses.
import type { Machine, Result } from '@kernel-ladder/schema';
import { gpu, passed, runOf } from '@kernel-ladder/curriculum/testing';
import { expect, test } from 'vitest';
import { fusion } from './fusion.ts';

interface Form {
  readonly us: number;
  readonly bytes: number;
  readonly passes: number;
}

function product(variant: string, { us, bytes, passes }: Form): Result {
  return passed({
    id: `gemm/${variant}/m=8,n=8,k=8,epilogue=relu,f32`,
    us,
    more: {
      work: { flops: 1e6, minBytes: 1e6, implBytes: bytes },
      dispatch: { passes, workgroups: 1, workgroupSize: 64, sharedBytes: 0 },
    },
  });
}

const pageOf = (fused: Form, separate: Form, machine: Machine = gpu) =>
  fusion({
    families: [],
    runs: [runOf('1', [product('register', fused), product('unfused', separate)], machine)],
  });
const reasonIn = (text: string) =>
  text
    .split('\n')
    .find((line) => line.includes('gemm register'))!
    .split(' | ')[10];

test('fusion is shown as bytes and time saved, beside what the bytes predict', () => {
  const { text, missing } = pageOf({ us: 10, bytes: 1e6, passes: 1 }, { us: 15, bytes: 6e6, passes: 2 });
  expect(text).toContain(
    '| 2 → 1 | 6 000 000 | 1 000 000 | 15 | 10 | 1.5 × | 1.5 × | 0 % |  |'.replaceAll(
      /(?<=\d) (?=\d{3})/g,
      '\u202f',
    ),
  );
  expect(missing).toEqual(['a separate form of 3 passes or more: the longest on record has 2']);
});

test('a pair that no run has is missing, and a form of three passes is enough', () => {
  const families = [{ name: 'gemm' }, { name: 'softmax' }].map(({ name }) => ({
    name,
    title: name,
    simulated: false,
    params: [],
    headline: { cache: 'hot' as const, metric: 'gflops' as const, cases: [] },
    tolerance: '',
    rungs: [],
  }));
  const run = runOf('1', [
    product('register', { us: 10, bytes: 1e6, passes: 1 }),
    product('unfused', { us: 15, bytes: 6e6, passes: 3 }),
  ]);
  expect(fusion({ families, runs: [run] }).missing).toEqual([
    '`gemm/tensor` beside `gemm/tensor-unfused` in one run',
    '`softmax/resident` beside `softmax/separate` in one run',
  ]);
});

test('launches explain a gap that they make', () => {
  const machine = { ...gpu, timer: { ...gpu.timer, dispatchNs: 2000 } };
  const { text } = pageOf({ us: 3, bytes: 1e4, passes: 1 }, { us: 5, bytes: 2e4, passes: 2 }, machine);
  expect(reasonIn(text)).toBe('launches: 1 fewer at 2 µs make it 1.67 ×');
});

test('the cache explains a saving that memory never saw', () => {
  const machine = { ...gpu, llc: { bytes: 6e6, source: 'table' as const } };
  const { text } = pageOf({ us: 10, bytes: 1e6, passes: 1 }, { us: 10.1, bytes: 6e6, passes: 2 }, machine);
  expect(reasonIn(text)).toBe(
    'cache: the 5 000 000 bytes saved fit into its 6 000 000, memory never saw them'.replaceAll(
      /(?<=\d) (?=\d{3})/g,
      '\u202f',
    ),
  );
});

test('any other gap, and a fused form that is slower, is told by what holds both forms back', () => {
  const wide = pageOf({ us: 10, bytes: 1e6, passes: 1 }, { us: 30, bytes: 6e6, passes: 2 });
  expect(reasonIn(wide.text)).toMatch(/^separate held back by waiting: .*; fused by waiting: /);
  const slower = pageOf({ us: 10, bytes: 9.9e6, passes: 1 }, { us: 9.5, bytes: 1e7, passes: 2 });
  expect(reasonIn(slower.text)).toMatch(/^separate held back by requests: 110 % .*; fused by requests: 99 %/);
});
