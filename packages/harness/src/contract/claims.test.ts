import { expect, test } from 'vitest';
import { doubleCase, family, launch } from '../../fixtures/double/family.ts';
import { claimFaults } from './claims.ts';

const params = doubleCase(100);

test('takes what a kernel of the family asks for', () => {
  expect(claimFaults(family, params, launch('double.wgsl', params))).toEqual([]);
});

test.for([
  [{ implBytes: 799 }, /^claims implBytes 799, where 800 to \d+ can be$/],
  [{ implBytes: 1e12 }, /^claims implBytes 1000000000000/],
  [{ implBytes: Number.NaN }, /^claims implBytes NaN/],
  [{ longestSum: Infinity }, /^claims longestSum Infinity/],
  [{ longestSum: -1 }, /^claims longestSum -1/],
  [{ scratch: { a: 2 ** 20, b: 2 ** 20 } }, /^claims scratch 2097152/],
] as const)('refuses %j', ([change, says]) => {
  const faults = claimFaults(family, params, { ...launch('double.wgsl', params), ...change });
  expect(faults).toEqual([expect.stringMatching(says)]);
});

test('refuses more passes than any algorithm of the families has', () => {
  const plan = launch('double.wgsl', params);
  const passes = Array.from({ length: 5000 }, () => plan.passes).flat();
  expect(claimFaults(family, params, { ...plan, passes })).toEqual([
    expect.stringMatching(/^claims passes 5000/),
  ]);
});
