import { expect, test } from 'vitest';
import { outputCount, runsOf } from './fold-axes.ts';

const cases = [
  { shape: '4x5', axes: '1', outputs: 4, runs: [[4, 5, 1]] },
  { shape: '4x5', axes: '0', outputs: 5, runs: [[1, 4, 5]] },
  { shape: '2x3x4x5', axes: '1+2', outputs: 10, runs: [[2, 12, 5]] },
  {
    shape: '2x3x4x5',
    axes: '0+2',
    outputs: 15,
    runs: [
      [6, 4, 5],
      [1, 2, 15],
    ],
  },
  { shape: '2x1x5', axes: '0+2', outputs: 1, runs: [[1, 10, 1]] },
  { shape: '2x3', axes: 'none', outputs: 6, runs: [[1, 1, 6]] },
  { shape: '3x0x2', axes: '1', outputs: 6, runs: [[6, 0, 1]] },
  { shape: '0x2', axes: '1', outputs: 0, runs: [] },
] as const;

test.for(cases)('$shape over $axes is $runs of (outer, reduced, inner)', ({ outputs, runs, ...tensor }) => {
  expect(outputCount(tensor)).toBe(outputs);
  expect(runsOf(tensor).map(({ outer, reduced, inner }) => [outer, reduced, inner])).toEqual(runs);
});

test('refuses an axis that the shape does not have', () => {
  expect(() => runsOf({ shape: '2x3', axes: '2' })).toThrow('axis 2');
});
