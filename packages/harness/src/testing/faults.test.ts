import { expect, test } from 'vitest';
import { firstFaults } from './faults.ts';

test('of faults come the first of every third rung, and the first of each answer', () => {
  const faults = [
    { name: 'one', of: 'naive', answer: 'wrong-value' },
    { name: 'another of the rung', of: 'naive', answer: 'wrong-value' },
    { name: 'another answer', of: 'naive', answer: 'unwritten' },
    { name: 'the second rung', of: 'tiled', answer: 'wrong-value' },
    { name: 'the third rung', of: 'blocked', answer: 'unwritten' },
    { name: 'the fourth rung', of: 'split', answer: 'wrong-value' },
  ] as const;
  expect(firstFaults(faults).map(({ name }) => name)).toEqual(['one', 'another answer', 'the fourth rung']);
});
