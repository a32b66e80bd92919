import { expect, test } from 'vitest';
import { allOf, elementwise, flawless, observing, worse } from '../index.ts';
import { alsoOnOthers } from './oracle.ts';
import type { Reference } from '../index.ts';

const expected = [1, -2, 0, 4];
const oracle = (more: Partial<Reference> = {}) =>
  elementwise('test', { output: 'c', expected: (index) => expected[index]!, tolerance: () => 0.5, ...more });
const judge = (values: readonly number[], more: Partial<Reference> = {}) =>
  oracle(more).verify({ c: Float32Array.from(values) }, { longestSum: 4 });

test('passes what is within tolerance, and says how far it was', () => {
  expect(judge([1.25, -2, 0.5, 4])).toEqual({
    passed: true,
    maxAbs: 0.5,
    maxRel: 0.25,
    worst: 1,
    message: '',
  });
});

test('names the worst element with what it is and should be', () => {
  const report = judge([1, -2.75, 0, 6]);
  expect(report).toMatchObject({ passed: false, worst: 4, message: 'c[3] is 6, expected 4 ± 0.500' });
});

test.for([Number.NaN, Infinity, -Infinity])('fails %d where a number is due', (value) => {
  expect(judge([1, value, 0, 4])).toMatchObject({ passed: false, worst: Infinity });
});

test.for([Number.NaN, Infinity, -1])(
  'fails an error under the tolerance %d, which bounds nothing',
  (tolerance) => {
    expect(judge([1, -3, 0, 4], { tolerance: () => tolerance })).toMatchObject({
      passed: false,
      worst: Infinity,
    });
  },
);

test('passes infinity where infinity is due', () => {
  expect(judge([1, Infinity, 0, 4], { expected: (index) => [1, Infinity, 0, 4][index]! }).passed).toBe(true);
});

test('a tolerance of zero demands equality, of zeros too', () => {
  const exact = { tolerance: () => 0 };
  expect(judge([1, -2, -0, 4], exact).passed).toBe(true);
  expect(judge([1, -2, 2 ** -149, 4], exact).passed).toBe(false);
});

test('hands the length of the sum to the tolerance', () => {
  expect(judge([2, -2, 0, 4], { tolerance: (_, { longestSum }) => longestSum / 4 }).passed).toBe(true);
});

test('looks only at the elements that it is told to', () => {
  expect(judge([9, -2, 0, 9], { indices: () => [1, 2] }).passed).toBe(true);
});

test('looks at them in every launch that it judges', () => {
  const { verify } = oracle({ indices: () => [3].values() });
  const outputs = { c: Float32Array.from([1, -2, 0, 9]) };
  expect([1, 2].map(() => verify(outputs, { longestSum: 4 }).passed)).toEqual([false, false]);
});

test('fails an element that is not there', () => {
  expect(judge([1, -2], { indices: () => [3] }).passed).toBe(false);
});

test('refuses an output that the family does not declare', () => {
  expect(() => judge([1], { output: 'd' })).toThrow('reads output "d"');
});

test('observes what comes out, and fails what breaks a promise', () => {
  const named = observing(
    'sign',
    ({ c }) => ((c?.[0] ?? 0) < 0 ? 'below' : 'above'),
    (outcome) => outcome === 'below',
  );
  const judged = (value: number) => named.verify({ c: Float32Array.of(value) }, { longestSum: 1 });
  expect(judged(1)).toMatchObject({ passed: true, observed: 'above' });
  expect(judged(-1)).toMatchObject({ passed: false, message: expect.stringMatching(/below$/) });
  expect(judged(-1).observed).toBeUndefined();
});

test('of several oracles all must pass, and the worst speaks', () => {
  const both = allOf('both', [oracle(), oracle({ tolerance: () => 0.25 })]);
  const report = both.verify({ c: Float32Array.of(1.4, -2, 0, 4) }, { longestSum: 1 });
  expect(report).toMatchObject({ passed: false, message: 'c[0] is 1.399999976158142, expected 1 ± 0.250' });
});

const found = (largest?: number) => ({ ...flawless, largest });

test('joins what came out to the largest of both', () => {
  expect(worse(found(2), found(3)).largest).toBe(3);
  expect(worse(found(2), flawless).largest).toBe(2);
  expect(worse(flawless, flawless)).toEqual(flawless);
});

test('other inputs say how near to the bound an answer came, and whether it failed, not how large its errors are', () => {
  const own = { ...flawless, maxAbs: 1e-6, maxRel: 1e-7, worst: 0.2, largest: 3 };
  const others = { ...flawless, maxAbs: 4e7, maxRel: 1, worst: 0.7, largest: 1e9 };
  expect(alsoOnOthers(own, others)).toEqual({ ...own, worst: 0.7 });
  expect(alsoOnOthers(flawless, others)).toEqual({ ...flawless, worst: 0.7 });
  const failed = { ...others, passed: false, worst: 2, message: 'c[0] is 1' };
  expect(alsoOnOthers(own, failed)).toMatchObject({ passed: false, maxAbs: 4e7, message: 'c[0] is 1' });
});
