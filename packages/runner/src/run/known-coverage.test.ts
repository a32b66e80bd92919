import { expect, test } from 'vitest';
import { sampleResult } from '../../fixtures/testing.ts';
import { knownCoverage } from './known-coverage.ts';

const coverage = [{ set: 'EC-1D', total: 6, passed: 6, skipped: 0, failed: [] }];

test('knows what stands behind passed results, rung by rung', () => {
  const results = [
    { ...sampleResult('naive', 1000), coverage },
    { ...sampleResult('tree', 1000), coverage, status: 'failed' as const },
    sampleResult('atomic', 1000),
    { ...sampleResult('look-back', 1000), coverage, family: 'scan' },
  ];
  const known = { coverage, failure: null };
  expect(knownCoverage(results)).toEqual({ 'reduce/naive': known, 'scan/look-back': known });
});
