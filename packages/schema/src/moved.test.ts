import { expect, test } from 'vitest';
import { leastEffect, leastMove, moveOf } from './moved.ts';

test('a series whose noise nobody knows has moved from a twentieth on', () => {
  expect(leastEffect(undefined)).toBe(leastMove);
  expect(leastEffect({ sigma: 0.5, launches: 0 })).toBe(leastMove);
});

test('known noise decides, and less than a fiftieth never counts', () => {
  expect(leastEffect({ sigma: 0.1, launches: 10 })).toBeCloseTo(0.424);
  expect(leastEffect({ sigma: 0.001, launches: 10 })).toBe(0.02);
});

test.for([
  [0.05, 'slower'],
  [-0.05, 'faster'],
  [0.049, 'steady'],
  [-0.049, 'steady'],
] as const)('%d is %s', ([effect, kind]) => {
  expect(moveOf(effect, leastMove)).toBe(kind);
});
