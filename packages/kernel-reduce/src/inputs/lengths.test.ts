import { createRandom, inputsOf } from '@kernel-ladder/harness';
import { expect, test } from 'vitest';
import type { Lengths } from '../cases/kinds.ts';
import { segmentsCase } from '../cases/segments.ts';
import { family } from '../family.ts';
import { segmentOffsets } from './lengths.ts';

const names: readonly Lengths[] = [
  'uniform',
  'random',
  'power-law',
  'singletons',
  'one-giant',
  'empty-mixed',
  'edges',
];

test.for(names)('%s offsets start at 0, never fall and end at n', (lengths) => {
  for (const [n, segments] of [
    [0, 3],
    [1, 1],
    [7, 20],
    [1000, 17],
  ] as const) {
    const offsets = [...segmentOffsets(segmentsCase(n, segments, lengths), createRandom(1))];
    expect(offsets).toHaveLength(segments + 1);
    expect(offsets[0]).toBe(0);
    expect(offsets.at(-1)).toBe(n);
    expect(offsets).toEqual(offsets.toSorted((a, b) => a - b));
  }
});

test.for(names)('%s segments are as long under every seed, their elements differ', (lengths) => {
  const [one, other] = [1, 2].map((seed) => inputsOf(family, segmentsCase(1000, 17, lengths), seed));
  expect(one?.['offsets']).toEqual(other?.['offsets']);
  expect(one?.['values']).not.toEqual(other?.['values']);
});

test('the longest of a power law has the share of its rank', () => {
  const offsets = segmentOffsets(segmentsCase(2 ** 16, 1000, 'power-law'), createRandom(1));
  const lengths = Array.from(offsets.slice(1), (end, segment) => end - (offsets[segment] ?? 0));
  expect(Math.max(...lengths)).toBeGreaterThan(2 ** 16 / 8);
  expect(lengths.filter((length) => length < 65)).not.toHaveLength(0);
});
