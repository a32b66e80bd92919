import { expect, test } from 'vitest';
import { createRandom, normal } from './index.ts';
import { partition } from './partition.ts';

const rules = { scale: 0.7, penalty: 5, shortest: 3 };

function deviation(values: Float64Array, start: number, end: number): number {
  const part = values.subarray(start, end).toSorted();
  const middle = part[(part.length - 1) >> 1]!;
  return part.reduce((sum, value) => sum + Math.abs(value - middle), 0);
}

// Every segmentation, by recursion over where the first segment ends.
function cheapest(values: Float64Array, start: number): number {
  if (start === values.length) return 0;
  let best = Infinity;
  for (let end = start + rules.shortest; end <= values.length; end++)
    best = Math.min(
      best,
      deviation(values, start, end) / rules.scale + rules.penalty + cheapest(values, end),
    );
  return best;
}

test('finds the cheapest of all segmentations, ties and all', () => {
  const random = createRandom(3);
  for (let trial = 0; trial < 60; trial++) {
    const count = 3 + (trial % 15);
    const values = Float64Array.from(
      { length: count },
      (_, at) => Math.round(4 * normal(random)) / 4 + (at > 6 ? 3 : 0),
    );
    const edges = [0, ...partition(values, rules), count];
    const cost = edges.slice(1).reduce((sum, end, at) => {
      expect(end - edges[at]!).toBeGreaterThanOrEqual(rules.shortest);
      return sum + deviation(values, edges[at]!, end) / rules.scale + rules.penalty;
    }, 0);
    expect(cost).toBeCloseTo(cheapest(values, 0), 9);
  }
});
