// What the oracles take for right, and what the inputs promise.
import { createRandom } from '@kernel-ladder/harness';
import { describe, expect, test } from 'vitest';
import { compactCase, hashCase, levelsCase } from './cases.ts';
import { depthOf } from './cases/graphs.ts';
import { graphNames } from './cases/kinds.ts';
import { keptOf, slotsOf } from './cases/sizes.ts';
import { atomicsInputs } from './inputs.ts';
import { levelsOf, unreachable } from './oracle/graph.ts';
import { sameWords } from './oracle/multiset.ts';
import { occurrencesOf } from './oracle/occurrences.ts';

const words = Uint32Array.of(7, 0xffffffff, 3, 3, 0x80000000);
const judged = (got: readonly number[], part = { index: 0, of: 1 }) =>
  sameWords('y', words, part).verify({ y: Uint32Array.from(got) }, { longestSum: 1 });

describe('a list in any order', () => {
  test('may be shuffled', () => {
    expect(judged([3, 0x80000000, 7, 3, 0xffffffff])).toMatchObject({ passed: true, worst: 0 });
  });

  test.for([
    ['lacks a word', [3, 0x80000000, 7, 4, 0xffffffff], 'y lacks 0x00000003'],
    ['has one twice', [3, 0x80000000, 7, 3, 0x80000000], 'y has 0x80000000 too often'],
    ['is too short', [3, 0x80000000, 7, 3], 'y lacks 0xffffffff'],
  ] as const)('is wrong where it %s', ([, got, message]) => {
    expect(judged(got)).toMatchObject({ passed: false, worst: Infinity, message });
  });

  test('is looked at by parts, each at words of its own', () => {
    const got = [3, 0x80000000, 7, 4, 0xffffffff];
    const passed = [0, 1, 2].map((index) => judged(got, { index, of: 3 }).passed);
    expect(passed).toEqual([false, true, true]);
  });
});

test.for([0, 1, 33, 50, 99, 100])('of %i % exactly as many words are kept', (keep) => {
  for (const n of [1, 2, 1000, 4099]) {
    const params = compactCase(n, keep);
    const { x } = atomicsInputs(params, createRandom(1), createRandom(2));
    expect(x?.filter((word) => word !== 0)).toHaveLength(keptOf(params));
  }
});

test.for([...graphNames])('%s: no vertex is deeper than its plan goes', (graph) => {
  for (const seed of [1, 2, 3])
    for (const n of [2, 10, 60, 500, 3000]) {
      const params = levelsCase(n, graph);
      const { edges } = atomicsInputs(params, createRandom(seed), createRandom(seed + 10));
      const levels = levelsOf(params, edges ?? new Uint32Array());
      const deepest = Math.max(...levels.filter((level: number) => level !== unreachable));
      expect(deepest).toBeLessThanOrEqual(depthOf(params));
    }
});

test('levels are counted in edges from the source, and what is apart is unreachable', () => {
  const edges = Uint32Array.of(0, 1, 2, 1, 2, 3, 1, 3, 4, 4);
  expect([...levelsOf(levelsCase(5, 'random', 3), edges)]).toEqual([2, 1, 1, 0, unreachable]);
});

test('a query is found as often as its key was put in', () => {
  const keys = Uint32Array.of(5, 9, 5, 0xffffffff, 1);
  expect([...occurrencesOf(keys, Uint32Array.of(5, 4, 0xffffffff, 1))]).toEqual([2, 0, 1, 1]);
});

test.for([1, 2, 100, 5003])('a table for %i keys has a free slot and a prime number of them', (n) => {
  for (const load of [1, 50, 95]) {
    const slots = slotsOf(hashCase(n, load));
    expect(slots).toBeGreaterThan(n);
    expect(
      Array.from({ length: Math.floor(Math.sqrt(slots)) - 1 }, (_, at) => slots % (at + 2)),
    ).not.toContain(0);
  }
});
