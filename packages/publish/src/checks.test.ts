import type { Coverage, Result } from '@kernel-ladder/schema';
import { expect, test } from 'vitest';
import { checksOf } from './checks.ts';
import { sampleResult, sampleRun } from './testing.ts';

const key = 'test-gpu-vulkan-01234567';
const family = { name: 'reduce', variants: ['naive', 'optimized', 'gone'] };
const covered: Coverage = {
  set: 'EC-1D',
  total: 3,
  passed: 1,
  skipped: 0,
  failed: [],
  observed: [{ case: 'n=1', outcome: 'propagates' }],
  expectedFailures: [{ case: 'n=2', because: 'it overflows', message: 'got NaN' }],
};
const result = (more: Partial<Result>): Result => ({ ...sampleResult('naive', 100), ...more });
const sourced = (id: string, results: readonly Result[]) => ({
  run: sampleRun({ id, results }),
  local: false,
});

test('takes the newest run with edge cases, although a newer one went without', () => {
  const runs = [
    sourced('old', [result({ coverage: [] })]),
    sourced('covered', [result({ coverage: [covered] })]),
    sourced('quick', [result({ coverage: [] }), sampleResult('optimized', 50)]),
  ];
  const { variants } = checksOf(key, family, runs);
  expect(variants.map(({ variant, run, coverage }) => [variant, run.runId, coverage])).toEqual([
    ['naive', 'covered', [covered]],
    ['optimized', 'quick', []],
  ]);
});

test.for([
  [{ simulated: true }, true],
  [{}, false],
] as const)('tells a family of logical ranks from one of real ones: %o', ([traits, simulated]) => {
  expect(checksOf(key, family, [sourced('run', [result(traits)])]).simulated).toBe(simulated);
});

test('knows nothing of another machine', () => {
  expect(checksOf('other-gpu-vulkan-01234567', family, [sourced('run', [result({})])]).variants).toEqual([]);
});
