// Half precision on the host: what leaves its range, and how far a correctly rounded operation may be off.
import { expect, test } from 'vitest';
import { createRandom, elementwise, unitRoundoff } from './index.ts';

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

interface Precision {
  readonly name: string;
  readonly round: (value: number) => number;
  readonly roundoff: number;
}

const precisions: readonly Precision[] = [
  { name: 'f16', round: Math.f16round, roundoff: unitRoundoff.f16 },
  { name: 'f16-f32', round: Math.fround, roundoff: unitRoundoff.f32 },
];

function dot(a: readonly number[], b: readonly number[], round: Precision['round']): number {
  return a.reduce((sum, value, index) => round(sum + round(value * b[index]!)), 0);
}

const terms = 64;

test('a sum of f16 products departs from f64 by its derived bound at most, and least with an f32 accumulator', () => {
  const random = createRandom(2);
  const worst = precisions.map(() => 0);
  for (let count = 0; count < 300; count++) {
    const [a, b] = [0, 1].map(() =>
      Array.from({ length: terms }, () => Math.f16round(random.uniform(-1, 1))),
    );
    const exact = dot(a!, b!, (value) => value);
    const size = dot(a!.map(Math.abs), b!.map(Math.abs), (value) => value);
    for (const [place, { round, roundoff }] of precisions.entries()) {
      const error = Math.abs(dot(a!, b!, round) - exact);
      // n products and additions in a row: γ_n Σ|a b| (Higham, Accuracy and Stability, 2002, 3.1), and underflow.
      const bound =
        ((terms * roundoff) / (1 - terms * roundoff)) * size + (roundoff > 1e-5 ? terms * 2 ** -25 : 0);
      expect(error).toBeLessThanOrEqual(bound);
      worst[place] = Math.max(worst[place]!, error);
    }
  }
  expect(worst[0]).toBeGreaterThan(100 * worst[1]!);
});

test('an f16 accumulator overflows on a sum that an f32 accumulator holds, and only the first fails', () => {
  const a = Array(terms).fill(40);
  const sums = precisions.map(({ round }) => dot(a, a, round));
  const expected = terms * 1600;
  expect(sums).toEqual([Infinity, expected]);
  const oracle = elementwise('f64', { output: 'c', expected: () => expected, tolerance: () => 0 });
  const inF32 = (sum: number) => oracle.verify({ c: Float32Array.of(sum) }, { longestSum: terms });
  expect(sums.map((sum) => inF32(sum).passed)).toEqual([false, true]);
});
