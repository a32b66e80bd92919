// The reference by values that are known, the bounds by answers that are right or just not, words for what is usual.
import { inputsOf } from '@kernel-ladder/harness';
import { expect, test } from 'vitest';
import { combine, convCase } from './cases.ts';
import { family } from './family.ts';
import { geometryOf } from './geometry.ts';
import { convolve, convolveAt } from './oracle/reference.ts';
import type { ConvCase } from './problem.ts';

const ones = (length: number) => new Float32Array(length).fill(1);

test('a window of ones over an image of ones counts the pixels that it has', () => {
  const geometry = geometryOf(convCase([1, 1, 3, 3]));
  const value = convolve({ geometry, x: ones(9), w: ones(9) });
  expect([...value]).toEqual([4, 6, 4, 6, 9, 6, 4, 6, 4]);
});

test('filters are not flipped: the first weight meets the pixel above and to the left', () => {
  const geometry = geometryOf(convCase([1, 1, 3, 3], { padding: 0 }));
  const x = Float32Array.from({ length: 9 }, (_, index) => index);
  const w = Float32Array.of(100, 0, 0, 0, 0, 0, 0, 0, 1);
  expect(convolveAt({ geometry, x, w }, 0)).toBe(8);
});

test('an element by itself is the one of the whole, whatever stride, padding and dilation', () => {
  const params = convCase([2, 3, 9, 3], { filters: 4, stride: 2, padding: 1, dilation: 2 });
  const inputs = inputsOf(family, params, 1);
  const operands = {
    geometry: geometryOf(params),
    x: inputs['x'] as Float32Array,
    w: inputs['w'] as Float32Array,
  };
  const value = convolve(operands);
  expect(value.length).toBe(2 * 4 * 16);
  value.forEach((due, index) => expect(convolveAt(operands, index)).toBeCloseTo(due, 12));
});

// More multiply-adds than are computed again.
const large = convCase([2, 32, 32, 3], { filters: 48 });

// A convolution of thousands of terms takes a while: it is made once for all changes of its output.
function judgeOf(params: ConvCase) {
  const inputs = inputsOf(family, params, 1);
  const geometry = geometryOf(params);
  const value = convolve({ geometry, x: inputs['x'] as Float32Array, w: inputs['w'] as Float32Array });
  const oracle = family.oracle(params, inputs);
  return (change: (y: Float32Array) => void) => {
    const y = Float32Array.from(value);
    change(y);
    return oracle.verify({ y }, { longestSum: geometry.terms });
  };
}

test.for(['uniform', 'integers'] as const)(
  'of a large convolution of %s one lost element shows, wherever it is',
  (fill) => {
    const judge = judgeOf({ ...large, fill });
    expect(judge(() => {}).passed).toBe(true);
    for (const index of [0, 12_345, 2 * 48 * 1024 - 1])
      expect(judge((y) => (y[index] = 0)).passed).toBe(false);
  },
);

test('of a large convolution of whole numbers an error of 1 shows', () => {
  const judge = judgeOf({ ...large, fill: 'integers' });
  const report = judge((y) => (y[54_321] = (y[54_321] ?? 0) + 1));
  expect(report).toMatchObject({ passed: false });
});

function accepts(op: 'max' | 'average', y: readonly number[]): boolean {
  const params = convCase([1, 1, 2, 2], { op, stride: 1, padding: 1 });
  const inputs = { x: Float32Array.of(-1, -2, -3, -4) };
  return family.oracle(params, inputs).verify({ y: Float32Array.from(y) }, { longestSum: 4 }).passed;
}

test('a mean has padding as zeros, a maximum has none', () => {
  expect(accepts('max', [-1, -1, -2, -1, -1, -2, -3, -3, -4])).toBe(true);
  expect(accepts('max', [0, -1, -2, -1, -1, -2, -3, -3, -4])).toBe(false);
  expect(accepts('average', [-0.25, -0.75, -0.5, -1, -2.5, -1.5, -0.75, -1.75, -1])).toBe(true);
});

test.for([
  { more: { filters: 3, stride: 1, padding: 1 }, is: {} },
  { more: { op: 'max', stride: 3, padding: 1 }, is: { op: 'max' } },
  { more: { padding: 2, dilation: 2 }, is: { dilation: 2 } },
] as const)('one problem has one name: $more is $is', ({ more, is }) => {
  expect(combine(convCase([1, 3, 9, 3], more))).toEqual(convCase([1, 3, 9, 3], is));
});

test.for([
  { more: { kernel: 7, padding: 0 }, says: 'a window of 7 does not fit' },
  { more: { op: 'max', filters: 4 }, says: 'op=max has no filters' },
  { more: { op: 'average', dilation: 2 }, says: 'op=average has no dilation' },
  { more: { op: 'max', padding: 2 }, says: 'at most half of the kernel' },
] as const)('refuses $more: $says', ({ more, says }) => {
  expect(combine(convCase([1, 3, 5, 3], more))).toContain(says);
});
