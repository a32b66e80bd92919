import { describe, expect, test } from 'vitest';
import type { Bound } from './bound.ts';
import { heldBack, heldBackWords, isBoundOf, perturbedWords } from './held-back.ts';
import type { PerturbationKind, TimedPerturbation } from './types.generated.ts';

type Ratios = { readonly [kind in PerturbationKind]?: number };

// Every interval is 2 % wide to either side.
function timed(ratios: Ratios): readonly TimedPerturbation[] {
  return Object.entries(ratios).map(([kind, ratio]) => ({
    // Object.entries knows no keys.
    kind: kind as PerturbationKind,
    ns: 1000 * ratio,
    ratio,
    low: 0.98 * ratio,
    high: 1.02 * ratio,
  }));
}

const bound = (ratios: Ratios) => heldBack({ timed: timed(ratios) });
const whole: Ratios = {
  'no-loads': 1,
  'no-stores': 1,
  'no-arithmetic': 1,
  'twice-arithmetic': 1,
  empty: 0.02,
};

describe('what holds a kernel back', () => {
  test.for<readonly [what: string, ratios: Ratios, by: string]>([
    ['memory, where it is fast without its loads', { 'no-loads': 0.41, 'no-arithmetic': 0.97 }, 'memory'],
    ['memory, where it is fast without its stores', { 'no-stores': 0.5 }, 'memory'],
    [
      'arithmetic, where it is fast without it',
      { 'no-arithmetic': 0.2, 'twice-arithmetic': 1.9 },
      'arithmetic',
    ],
    [
      'synchronisation, where it is fast without waiting',
      { 'no-waits': 0.65, 'no-loads': 0.9 },
      'synchronisation',
    ],
    ['synchronisation, where it is fast without barriers', { 'no-barriers': 0.6 }, 'synchronisation'],
    [
      'latency, where half the occupancy costs what loads do',
      { 'no-loads': 0.5, 'half-occupancy': 1.7 },
      'latency',
    ],
    [
      'latency, where nothing alone saves time but half the occupancy costs it',
      { 'half-occupancy': 1.5 },
      'latency',
    ],
    [
      'memory, where half the occupancy is enough to fill it',
      { 'no-loads': 0.5, 'half-occupancy': 1.05 },
      'memory',
    ],
    ['launches, where an empty kernel takes as long', { empty: 0.8, 'no-loads': 0.5 }, 'launches'],
    [
      'several things, where two save alike',
      { 'no-loads': 0.6, 'no-arithmetic': 0.7, 'twice-arithmetic': 1.4 },
      'mixed',
    ],
    ['no single thing, where nothing saves anything', {}, 'mixed'],
  ])('is %s', ([, ratios, by]) => {
    expect(bound({ ...whole, ...ratios })?.by).toBe(by);
  });

  test('is arithmetic, where twice of it takes twice as long and it cannot be left out', () => {
    expect(bound({ 'no-loads': 0.97, 'twice-arithmetic': 1.95 })?.by).toBe('arithmetic');
  });

  test('is unknown where nothing was taken from it', () => {
    expect(bound({})).toBeNull();
    expect(bound({ empty: 0.1, 'half-occupancy': 2 })).toBeNull();
  });

  test('is not the arithmetic that only makes a way longer: twice of it costs nothing', () => {
    expect(bound({ ...whole, 'no-arithmetic': 0.7, 'twice-arithmetic': 1.02 })?.by).toBe('mixed');
  });

  test('is nothing that noise may have made: an interval with 1 in it is no change', () => {
    const noisy = { kind: 'no-loads', ns: 600, ratio: 0.6, low: 0.3, high: 1.2 } as const;
    expect(heldBack({ timed: [noisy] })?.by).toBe('mixed');
    expect(heldBack({ timed: [{ ...noisy, high: 0.9 }] })?.by).toBe('memory');
  });
});

test.for<readonly [suggested: Bound, ratios: Ratios, is: boolean]>([
  ['memory', { 'no-loads': 0.4 }, true],
  ['requests', { 'no-loads': 0.4 }, true],
  ['arithmetic', { 'no-loads': 0.4 }, false],
  ['arithmetic', { 'no-loads': 0.6, 'no-arithmetic': 0.6, 'twice-arithmetic': 1.4 }, true],
  ['waiting', { 'no-waits': 0.5 }, true],
  ['waiting', { 'no-arithmetic': 0.2, 'twice-arithmetic': 1.9 }, false],
  ['launches', { empty: 0.9 }, true],
  ['launches', { 'no-loads': 0.4 }, false],
])('that its times suggest %s is seen against what is found', ([suggested, ratios, is]) => {
  const found = bound({ ...whole, ...ratios });
  expect(found && isBoundOf(suggested, found)).toBe(is);
});

test('a bound is told in words, with its numbers', () => {
  const times = { 'no-loads': 0.6, 'no-arithmetic': 0.7, 'twice-arithmetic': 1.4 };
  const found = bound(times);
  expect(found && heldBackWords(found)).toBe('memory and arithmetic');
  expect(perturbedWords({ timed: timed(times) })).toBe(
    'without loads 0.60, without arithmetic 0.70, with twice the arithmetic 1.40 of the time',
  );
  expect(heldBackWords({ by: 'mixed', parts: [] })).toBe('no single thing');
});
