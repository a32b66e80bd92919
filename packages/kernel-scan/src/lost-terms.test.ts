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

// A scan that reads every eighth number and puts the results between them in between: no bound on a sum of so many rounds it away.
test('a scan that reads an eighth of 2^20 numbers and interpolates is rejected whatever chain it claims', () => {
  const params = scanCase(2 ** 20);
  const inputs = inputsOf(family, params, 1);
  const values = inputs['values'] as Float32Array;
  const threads = { workgroups: params.n / 4096, workgroupSize: 256 };
  const { verify } = family.oracle(params, inputs);
  const accuracy = { longestSum: family.mostTerms?.(params, threads) ?? params.n };
  let sum = 0;
  const right = Float64Array.from(values, (value) => (sum += value));
  const between = right.map((_, at) => {
    const [below, share] = [8 * Math.floor(at / 8), (at % 8) / 8];
    const before = right[below] ?? 0;
    return before + share * ((right[below + 8] ?? before) - before);
  });
  const passes = (result: Float64Array) => verify({ result: Float32Array.from(result) }, accuracy).passed;
  expect({ right: passes(right), between: passes(between) }).toEqual({ right: true, between: false });
});
