import { expect, test } from 'vitest';
import { firstFaults } from './faults.ts';

test('of faults come the first of each rung, and the first of each answer', () => {
  const faults = [
    { name: 'one', of: 'naive', answer: 'wrong-value' },
    { name: 'another of the rung', of: 'naive', answer: 'wrong-value' },
    { name: 'another answer', of: 'naive', answer: 'unwritten' },
    { name: 'another rung', of: 'tiled', answer: 'wrong-value' },
  ] as const;
  expect(firstFaults(faults).map(({ name }) => name)).toEqual(['one', 'another answer', 'another rung']);
});
