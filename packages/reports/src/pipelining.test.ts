import { passed, runOf } from '@kernel-ladder/curriculum/testing';
import { expect, test } from 'vitest';
import { pipelining } from './pipelining.ts';

const product = (stages: number, us: number) =>
  passed({ id: `gemm/pipelined/m=4096,n=4096,k=4096,stages=${stages},f32`, us });
const pageOf = (times: readonly number[]) =>
  pipelining({
    families: [],
    runs: [
      runOf(
        '1',
        times.map((us, place) => product(place + 1, us)),
      ),
    ],
  });

test.for([
  [[100, 90, 95], '2 stages are 1.111 × as fast as one.'],
  [[100, 96, 110], 'no stage is 5 % faster'],
  [[100, 120, 95.2], '3 stages are 1.05 × as fast as one.'],
] as const)('times of %o say: %s', ([times, says]) => {
  const { text, rows, missing } = pageOf(times);
  expect({ rows, missing }).toEqual({ rows: 3, missing: [] });
  expect(text.replaceAll('\u202f', ' ')).toContain(says);
});

test('stages that no run has are missing, and nothing is said', () => {
  const { text, missing } = pageOf([100, 90]);
  expect(missing).toEqual(['`gemm/pipelined/m=4096,n=4096,k=4096,stages=3,f32`']);
  expect(text).not.toMatch(/stages? (?:is|are)/);
});
