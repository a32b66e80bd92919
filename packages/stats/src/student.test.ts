import { expect, test } from 'vitest';
import { studentCdf, studentQuantile, studentUpperTail } from './index.ts';

// Closed forms: one degree is Cauchy, two are algebraic; the rest from the finite sums 26.7.3 and 26.7.4 of Abramowitz and Stegun.
test.for([
  [0.975, 1, Math.tan(Math.PI * 0.475)],
  [0.975, 2, 4.302652729696142],
  [0.999, 3, 10.214531852407385],
  [0.995, 10, 3.169272672616873],
  [0.95, 30, 1.697260886594],
  [0.975, 1e6, 1.95996635682],
] as const)('has the %f-quantile of %i degrees', ([p, degrees, t]) => {
  expect(studentQuantile(p, degrees)).toBeCloseTo(t, 9);
  expect(studentQuantile(1 - p, degrees)).toBeCloseTo(-t, 9);
  expect(studentCdf(t, degrees)).toBeCloseTo(p, 10);
});

test('keeps its relative accuracy in the far tail', () => {
  // P(T > t) = 1/2 − t / (2 √(2 + t²)) for two degrees, expanded where that cancels.
  expect(studentUpperTail(1e5, 2) / (1 / (2 * 1e10))).toBeCloseTo(1, 9);
  expect(studentUpperTail(-1e5, 2)).toBeCloseTo(1, 9);
});

test('refuses what has no answer', () => {
  expect(() => studentCdf(1, 0)).toThrow('degrees of freedom above 0, got 0');
  expect(() => studentQuantile(1, 5)).toThrow('0 < p < 1, got 1');
});
