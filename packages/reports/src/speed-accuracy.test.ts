// The trade between speed and accuracy: who is in the Pareto set, and by whom the others are beaten.
import { passed, runOf } from '@kernel-ladder/curriculum/testing';
import type { FamilyLadder, Result } from '@kernel-ladder/schema';
import { expect, test } from 'vitest';
import { speedAccuracy } from './speed-accuracy.ts';

const family: FamilyLadder = {
  name: 'gemm',
  title: 'Matrix product',
  simulated: false,
  params: ['m', 'n', 'k'].map((key) => ({ key })),
  headline: { cache: 'hot', metric: 'gflops', cases: [] },
  tolerance: '',
  rungs: ['quick', 'slow', 'exact'].map((name) => ({ name, summary: name, kind: 'gpu' })),
};

function config(variant: string, us: number, maxAbs: number, size = 8): Result {
  const result = passed({ id: `gemm/${variant}/m=${size},n=${size},k=${size},f32`, us });
  return { ...result, check: { ...result.check!, maxAbs } };
}

function rowsOf(results: readonly Result[]): readonly (readonly string[])[] {
  const { text } = speedAccuracy({ families: [family], runs: [runOf('1', results)] });
  const lines = text.split('\n').filter((line) => /^\| (quick|slow|exact), /.test(line));
  return lines.map((line) => line.split(' | ').map((cell) => cell.replace(/^\| /, '')));
}

test('what is faster and no less accurate beats, and nobody else', () => {
  const rows = rowsOf([config('exact', 90, 0.001), config('slow', 50, 0.1), config('quick', 10, 0.1)]);
  expect(rows.map(([name, error, , pareto, by]) => [name, error, pareto, by])).toEqual([
    ['quick, f32', '0.1', 'yes', ''],
    ['slow, f32', '0.1', 'no', 'quick, f32'],
    ['exact, f32', '0.001', 'yes', ''],
  ]);
});

test('the product is the one that most configurations solve', () => {
  const rows = rowsOf([config('exact', 90, 1, 16), config('slow', 50, 1), config('quick', 10, 2)]);
  expect(rows.map(([name]) => name)).toEqual(['quick, f32', 'slow, f32']);
});

test('without results the page says what is missing', () => {
  const { missing, rows } = speedAccuracy({ families: [family], runs: [] });
  expect({ missing, rows }).toEqual({ missing: [expect.stringContaining('bench --suite full')], rows: 0 });
});
