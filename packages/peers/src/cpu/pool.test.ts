import { afterAll, beforeAll, expect, test } from 'vitest';
import type { GemmTask } from './loops/gemm.ts';
import { foldPartials } from './loops/reduce.ts';
import type { ReduceTask } from './loops/reduce.ts';
import { startPool } from './pool.ts';
import type { Pool } from './pool.ts';
import { sharedLike } from './shared.ts';
import { work } from './task.ts';

let pool: Pool;
beforeAll(async () => {
  pool = await startPool(3);
});
afterAll(() => pool.close());

const shared = <T extends Int32Array | Float32Array>(array: T): T => {
  const copy = sharedLike(array, array.length);
  copy.set(array);
  return copy;
};

const sumOf = (values: Int32Array): ReduceTask => ({
  kind: 'reduce',
  op: 'sum',
  values: shared(values),
  identity: 0,
  partials: new Float64Array(new SharedArrayBuffer(24)),
});

test('every thread does its part, call after call, and of the task that is called for', () => {
  const [some, others] = [
    sumOf(Int32Array.from({ length: 1000 }, (_, at) => at)),
    sumOf(Int32Array.of(5, 6)),
  ];
  const [first, second] = [pool.load(some), pool.load(others)];
  for (let round = 0; round < 50; round++) {
    some.partials.fill(Number.NaN);
    others.partials.fill(Number.NaN);
    first.run();
    expect(foldPartials(some)).toBe(499_500);
    expect(others.partials[0]).toBeNaN();
    second.run();
    expect(foldPartials(others)).toBe(11);
  }
  second.free();
});

test('a task that is over is no task: the call says that its threads failed', () => {
  const { run, free } = pool.load(sumOf(Int32Array.of(1)));
  free();
  expect(run).toThrow('3 of 3 threads failed');
});

test('the parts of a product do what one thread does, whichever side is longer', () => {
  for (const [m, n] of [
    [13, 6],
    [6, 13],
    [1, 50],
  ] as const) {
    const k = 7;
    const a = shared(Float32Array.from({ length: m * k }, (_, at) => at % 5));
    const b = shared(Float32Array.from({ length: k * n }, (_, at) => (at % 7) - 3));
    const alone: GemmTask = { kind: 'gemm', m, n, k, batch: 1, a, b, c: shared(new Float32Array(m * n)) };
    const together = { ...alone, c: shared(new Float32Array(m * n)) };
    work(alone, { index: 0, of: 1 });
    pool.load(together).run();
    expect([...together.c]).toEqual([...alone.c]);
  }
});
