import { expect, test } from 'vitest';
import { sumOf } from './sum.ts';

const values = Float32Array.from({ length: 104 }, (_, index) => Math.sin(index + 1));
const changed = (change: (copy: Float32Array) => void) => {
  const copy = values.slice();
  change(copy);
  return sumOf({ values: copy });
};

test('equal arrays have equal sums, wherever they lie', () => {
  const shifted = new Float32Array(new ArrayBuffer(8 + values.byteLength), 8, values.length);
  shifted.set(values);
  expect(sumOf({ values: shifted })).toBe(sumOf({ values }));
});

test.for<[string, (copy: Float32Array) => void]>([
  ['swapped neighbours', (copy) => ([copy[0], copy[1]] = [values[1]!, values[0]!])],
  ['two elements swapped in one lane', (copy) => ([copy[0], copy[4]] = [values[4]!, values[0]!])],
  ['one negated element', (copy) => (copy[8] = -values[8]!)],
  ['two negated elements of one lane', (copy) => [0, 4].forEach((at) => (copy[at] = -values[at]!))],
  ['every element negated', (copy) => copy.forEach((value, at) => (copy[at] = -value))],
  ['the last element', (copy) => (copy[103] = 0)],
])('tells %s', ([, change]) => {
  expect(changed(change)).not.toBe(sumOf({ values }));
});

test('counts the bytes behind the last word', () => {
  expect(sumOf({ a: Uint8Array.of(1, 2, 3, 4, 5) })).not.toBe(sumOf({ a: Uint8Array.of(1, 2, 3, 4, 6) }));
});
