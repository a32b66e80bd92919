import { expect, test } from 'vitest';
import { doubleCase, family } from '../../fixtures/double/family.ts';
import { useTestGpu } from '../testing/test-gpu.ts';
import { planFor } from './plan.ts';

const gpu = useTestGpu();
const plan = (name: string) =>
  planFor(
    family.variants.find((variant) => variant.name === name)!,
    doubleCase(100),
    gpu().facts,
  );

test('leaves a plan that fits as it is', () => {
  expect(plan('double')).toMatchObject({ implBytes: 800, passes: [{ workgroups: [2, 1, 1] }] });
});

test('skips a dispatch that is wider than the device allows', () => {
  const message = 'needs maxComputeWorkgroupsPerDimension 1048576, the device offers 65535';
  expect(plan('too-wide')).toEqual({ skip: { code: 'limit:maxComputeWorkgroupsPerDimension', message } });
});
