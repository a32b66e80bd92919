// Half precision on the host: what leaves its range, and how far a correctly rounded operation may be off.
import { expect, test } from 'vitest';
import { createRandom, elementwise, unitRoundoff } from '../index.ts';

const largest = 65_504;
// From half a step above the largest number on, round to nearest goes to infinity (IEEE 754-2019, 4.3.1).
const firstInfinite = 65_520;

const judge = (got: readonly number[], expected: readonly number[], tolerance = 1e30) =>
  elementwise('f64', {
    output: 'c',
    expected: (index) => expected[index]!,
    tolerance: () => tolerance,
  }).verify({ c: Float16Array.from(got) }, { longestSum: 1 });

test('the largest f16 is 65504, and what rounds to it is within its bound', () => {
  const below = firstInfinite - 2 ** -20;
  expect([...Float16Array.of(largest, -largest, below, -below)]).toEqual([
    largest,
    -largest,
    largest,
    -largest,
  ]);
  expect(judge([below], [below], unitRoundoff.f16 * below).passed).toBe(true);
});

test.for([firstInfinite, -firstInfinite, 70_000, -1e6])(
  'fails %d as f16: infinity where a finite value is due, whatever the tolerance',
  (value) => {
    const report = judge([1, value], [1, value]);
    expect(report).toMatchObject({ passed: false, maxAbs: Infinity, worst: Infinity });
    expect(report.message).toMatch(`c[1] is ${value > 0 ? '' : '-'}Infinity, expected ${value} ± 1.00e+30`);
  },
);

test('fails the largest number where the sum would be above it: clamped is no better than infinite', () => {
  expect(judge([largest], [2 * largest], unitRoundoff.f16 * 2 * largest).passed).toBe(false);
});

test('passes infinity where infinity is due, and fails a finite number there', () => {
  expect(judge([Infinity, -Infinity], [Infinity, -Infinity]).passed).toBe(true);
  expect(judge([largest], [Infinity]).passed).toBe(false);
});

/** The bound of one rounding to f16: relative where the number is normal, half a step of 2^-24 below. */
const roundingBound = (exact: number) => Math.max(unitRoundoff.f16 * Math.abs(exact), 2 ** -25);

test('a correctly rounded product of two f16 meets the bound, and one that is two steps off never does', () => {
  const random = createRandom(1);
  const draw = () => Math.f16round(random.uniform(-1, 1) * 2 ** random.integer(-12, 9));
  for (let count = 0; count < 2000; count++) {
    // Two significands of 11 bits: their product is exact in f64.
    const exact = draw() * draw();
    const got = Float16Array.of(exact);
    const bound = roundingBound(exact);
    expect(judge([...got], [exact], bound).passed).toBe(Math.abs(exact) < firstInfinite);
    const words = new Uint16Array(got.buffer);
    words[0]! += 2;
    expect(judge([...got], [exact], bound).passed).toBe(false);
  }
});
