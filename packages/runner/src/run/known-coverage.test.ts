import { expect, test } from 'vitest';
import { sampleResult } from '../../fixtures/testing.ts';
import { knownCoverage } from './known-coverage.ts';

const coverage = [{ set: 'EC-1D', total: 6, passed: 6, skipped: 0, failed: [] }];

test('knows what stands behind passed results of the family, and nothing of the others', () => {
  const results = [
    { ...sampleResult('naive', 1000), coverage },
    { ...sampleResult('tree', 1000), coverage, status: 'failed' as const },
    sampleResult('atomic', 1000),
    { ...sampleResult('look-back', 1000), coverage, family: 'scan' },
  ];
  expect(knownCoverage(results, 'reduce')).toEqual({ naive: coverage });
});
