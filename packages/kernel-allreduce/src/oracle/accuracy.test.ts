import { createRandom } from '@kernel-ladder/harness';
import { expect, test } from 'vitest';
import { allreduceCase } from '../cases.ts';
import type { AllreduceCase } from '../cases/kind.ts';
import { strideOf } from '../cases/kind.ts';
import { allreduceInputs } from '../inputs.ts';
import { allreduceOracle } from '../oracle.ts';
import { boundOf } from './accuracy.ts';
import { totalsOf } from './totals.ts';

test.for(['f32', 'f16'] as const)(
  'a plan that claims a longer sum than there are ranks widens no bound of %s',
  (dtype) => {
    const params = allreduceCase(100, 8, { dtype });
    expect(boundOf(params, 1e15)(3, 1)).toBe(boundOf(params, 7)(3, 1));
  },
);

// What every rank has in the end, where each element lacks the last rank's part from `from` on.
function outputOf(params: AllreduceCase, from: number) {
  const { input } = allreduceInputs(params, createRandom(1));
  if (!input) throw new Error('no input "input"');
  const stride = strideOf(params);
  const { value } = totalsOf(params, input);
  const parts = params.op === 'mean' ? params.ranks : 1;
  const output = input.slice().fill(0);
  new Uint32Array(output.buffer).fill(params.dtype === 'f16' ? 0x7e5a7e5a : 0x7fc0dead);
  for (let rank = 0; rank < params.ranks; rank++) {
    for (let index = 0; index < params.n; index++) {
      const lost = index < from ? 0 : (input[(params.ranks - 1) * stride + index] ?? 0) / parts;
      output[rank * stride + index] = (value[index] ?? 0) - lost;
    }
  }
  return { input, output };
}

test.for([
  { op: 'sum', dtype: 'f32' },
  { op: 'mean', dtype: 'f32' },
  { op: 'sum', dtype: 'f16' },
  { op: 'mean', dtype: 'f16' },
] as const)('of integers, a $op in $dtype that lost one rank in one element is rejected', ({ op, dtype }) => {
  const params = allreduceCase(1003, 16, { op, dtype, fill: 'integers' });
  const judge = (from: number) => {
    const { input, output } = outputOf(params, from);
    return allreduceOracle(params, { input }).verify({ output }, { longestSum: 1e15 }).passed;
  };
  expect({ whole: judge(1003), lost: judge(1002) }).toEqual({ whole: true, lost: false });
});

// A kernel that knows the distance needs to read one vector only.
test('vectors of ranks repeat after no fixed distance, however long they are', () => {
  const values = allreduceInputs(allreduceCase(2 ** 20, 2), createRandom(1))['input'] ?? new Float32Array();
  const starts = new Map(Array.from({ length: 99 }, (_, index) => [values[10_007 * index], 10_007 * index]));
  const distances: number[] = [];
  for (let at = 2 ** 20; at < values.length; at++) {
    const start = starts.get(values[at]);
    if (start !== undefined) distances.push(at - start);
  }
  expect(distances.length).toBeGreaterThan(40);
  expect(new Set(distances).size).toBe(distances.length);
});
