import { expect, test } from 'vitest';
import { doubleCase, family } from '../../fixtures/double/family.ts';
import type { DoubleCase } from '../../fixtures/double/family.ts';
import { otherPlansOfSiblings, withMatrixUnit, withoutRefill } from './exact.ts';
import { useTestGpu } from './test-gpu.ts';

const gpu = useTestGpu();

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

const double = family.variants.find(({ name }) => name === 'double')!;

test.for<{ declined: string; declines: (params: DoubleCase) => boolean; found: readonly string[] }>([
  { declined: 'none', declines: () => false, found: [] },
  { declined: 'one', declines: ({ sign }) => sign === 'positive', found: [] },
  {
    declined: 'every one',
    declines: ({ n, sign }) => n !== 100 || sign === 'positive',
    found: ['double n=100,f32'],
  },
])('a timed case of which a rung declines $declined of the other fills', ({ declines, found }) => {
  const breaksOn = (params: DoubleCase) => (declines(params) ? 'is not made for it' : null);
  const declining: typeof family = {
    ...family,
    cases: { tiny: [doubleCase(100)] },
    refills: (params) => [{ ...params, sign: 'positive' }, doubleCase(params.n + 1)],
    variants: [{ ...double, breaksOn }],
  };
  expect(withoutRefill(declining, [gpu().facts])).toEqual(found);
});
