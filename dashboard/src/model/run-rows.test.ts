import { parseResult } from '@kernel-ladder/schema';
import type { Result } from '@kernel-ladder/schema';
import { sampleResult } from '@kernel-ladder/publish/testing';
import { expect, test } from 'vitest';
import { quantilePlaces, runRows } from './run-rows.ts';

test('a passed result has its timing, its error, and no reason', () => {
  const [row] = runRows([sampleResult('naive', 2000)]);
  expect(row).toMatchObject({
    error: 0,
    coverage: '',
    why: '',
    sampledNs: 6000,
    samplesNs: [1990, 2000, 2010],
  });
});

test('a failure is its reason, and has no number', () => {
  const { timing: _, metrics: __, samplesNs: ___, ...rest } = sampleResult('naive', 2000);
  const failed: Result = { ...rest, status: 'failed', reason: { code: 'timeout', message: 'after 60 s' } };
  const [row] = runRows([parseResult('failed', failed)]);
  expect(row).toMatchObject({ timing: null, sampledNs: null, why: 'timeout: after 60 s' });
});

test('a time that may not be compared says why', () => {
  const [row] = runRows([
    {
      ...sampleResult('naive', 2000),
      comparable: false,
      comparableReasons: ['unstable-session', 'throttled'],
    },
  ]);
  expect(row?.why).toBe('not comparable: unstable session, throttled');
});

test('edge cases are counted, and what failed among them is named', () => {
  const coverage = [{ set: 'sizes', total: 4, passed: 2, skipped: 1, failed: ['n=3'] }];
  expect(runRows([{ ...sampleResult('naive', 2000), coverage }])[0]?.coverage).toBe(
    '2 of 3 edge cases, failed: sizes: n=3',
  );
});

test('quantiles lie between the least and the greatest sample', () => {
  const { timing } = sampleResult('naive', 2000);
  const places = quantilePlaces(timing!);
  expect(places).toEqual({ p05: 0.05, p25: 0.25, median: 0.5, p75: 0.75, p95: 0.95 });
});
