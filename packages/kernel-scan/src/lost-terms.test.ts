// Terms that are lost: what no bound on rounded sums shows, sums of whole numbers do.
import { inputsOf } from '@kernel-ladder/harness';
import { expect, test } from 'vitest';
import { scanCase } from './cases.ts';
import type { ScanCase } from './cases.ts';
import { family } from './family.ts';

const n = 2 ** 20;
const exactOf = (params: ScanCase) => family.exact?.(params) ?? params;

// A scan that adds in f32 and leaves some elements out.
function judge(params: ScanCase, lost: { readonly from: number; readonly count: number }) {
  const inputs = inputsOf(family, params, 1);
  const values = inputs['values'] as Float32Array;
  const { from, count } = lost;
  let sum = 0;
  const result = values.map((value, index) => {
    if (index < from || index >= from + count) sum = Math.fround(sum + value);
    return sum;
  });
  return family.oracle(params, inputs).verify({ result }, { longestSum: family.mostTerms?.(params) ?? n });
}

test('a scan of whole numbers is exact at every element, one after the other', () => {
  expect(judge(exactOf(scanCase(n)), { from: 0, count: 0 })).toMatchObject({ passed: true, worst: 0 });
});

test.for([0, 1, 4096, n / 2, n - 1])('a scan of whole numbers shows that element %i is lost', (from) => {
  const report = judge(exactOf(scanCase(n)), { from, count: 1 });
  expect(report).toMatchObject({ passed: false, at: { index: from } });
});

test('among uniform numbers a tile of 32 is within the bound that a plan can claim', () => {
  expect(judge(scanCase(n), { from: n / 2, count: 32 }).passed).toBe(true);
  expect(judge(exactOf(scanCase(n)), { from: n / 2, count: 32 }).passed).toBe(false);
});
