import { expect, test } from 'vitest';
import { family } from '../../fixtures/double/family.ts';
import type { DoubleCase } from '../../fixtures/double/family.ts';
import { otherPlansOfSiblings, withMatrixUnit } from './exact.ts';
import { useSoftwareGpu } from './software-gpu.ts';

const gpu = useSoftwareGpu();

function others(exact: (params: DoubleCase) => DoubleCase): readonly string[] {
  const variants = family.variants.filter(({ name }) => name === 'double');
  return otherPlansOfSiblings({ ...family, variants, exact }, [gpu().facts, withMatrixUnit(gpu().facts)]);
}

test('other inputs of the same launch are an exact case, another launch is none', () => {
  expect(others((params) => ({ ...params, sign: 'positive' }))).toEqual([]);
  expect(others((params) => ({ ...params, n: Math.max(params.n, 2000) })).slice(0, 2)).toEqual([
    'double n=100,f32, as n=2000,f32',
    'double n=1000,f32, as n=2000,f32',
  ]);
});
