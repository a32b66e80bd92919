// Peers beside rungs: of one run and case, in like states of the cache, and never where a time is in doubt.
import { describe, expect, test } from 'vitest';
import { besideIn, peerGroupOf, speedOver } from './index.ts';
import type { Result, Timing } from './index.ts';
import { failed, passed } from './testing.ts';

const median = (medianNs: number, share = 0) => ({
  n: 6,
  medianNs,
  ciLowNs: Math.round(medianNs * (1 - share)),
  ciHighNs: Math.round(medianNs * (1 + share)),
});

function timing(ns: number, more: Partial<Timing> = {}): Timing {
  if (!passed.timing) throw new Error('the sample has no timing');
  return { ...passed.timing, ...median(ns), ...more };
}

const rung = (variant: string, ns: number, more: Partial<Result> = {}): Result => ({
  ...passed,
  variant,
  id: `reduce/${variant}/n=4,f32`,
  timing: timing(ns),
  ...more,
});
const cub = {
  name: 'CUB',
  version: '2.8',
  api: 'cuda',
  settings: { tf32: false },
  timedBy: 'CUDA events',
} as const;
const row = (variant: string, ns: number, more: Partial<Result> = {}): Result =>
  rung(variant, ns, { kind: 'peer', peer: cub, ...more });

const shown = (results: readonly Result[]) =>
  besideIn(results).map(({ own, peer, ratio }) => [own.result.variant, peer.result.variant, ratio.value]);

describe('the speed of one over another', () => {
  test('is the other’s time over its own, so that 2 is half the time', () => {
    expect(speedOver(median(100), median(200))).toEqual({ value: 2, interval: [2, 2] });
  });

  test('is as unsure as both medians together, less than their corners', () => {
    const { value, interval } = speedOver(median(1000, 0.03), median(1000, 0.04));
    const [low = 0, high = 0] = interval ?? [];
    expect(value).toBe(1);
    expect(low).toBeCloseTo(0.951, 3);
    expect(high).toBeCloseTo(1.05, 2);
    expect(low).toBeGreaterThan(960 / 1030);
    expect(high).toBeLessThan(1040 / 970);
  });

  test('has an end also where an interval begins at no time at all', () => {
    const { interval } = speedOver({ n: 6, medianNs: 2, ciLowNs: 0, ciHighNs: 3 }, median(2));
    expect(interval?.[1]).toBeCloseTo(2, 6);
  });

  test('has no interval where a side has fewer samples than bound a median', () => {
    const few = { ...median(200), n: 5 };
    expect([speedOver(median(100), few), speedOver(few, median(100))]).toEqual([
      { value: 2, interval: null },
      { value: 0.5, interval: null },
    ]);
  });
});

describe('a peer’s row', () => {
  test('stands beside the fastest rung of its case', () => {
    expect(shown([rung('naive', 400), rung('tiled', 100), row('cub', 150)])).toEqual([['tiled', 'cub', 1.5]]);
  });

  test('stands beside no other peer, and never passes for a rung of ours', () => {
    expect(shown([row('cub', 100), row('torch', 150)])).toEqual([]);
    expect(shown([rung('tiled', 100), row('cub', 50)])).toEqual([['tiled', 'cub', 0.5]]);
  });

  test('of the host’s clock has a ratio, one that throttled, failed or was skipped has none', () => {
    const onHost = { comparable: false, comparableReasons: ['host-clock' as const] };
    const throttled = { comparable: false, comparableReasons: ['host-clock' as const, 'throttled' as const] };
    const wrong: Result = { ...failed, kind: 'peer', peer: cub, variant: 'wrong' };
    const rows = [row('cpu-1', 300, { kind: 'cpu', ...onHost }), row('cpu-n', 200, throttled), wrong];
    expect(shown([rung('tiled', 100), ...rows])).toEqual([['tiled', 'cpu-1', 3]]);
  });

  test('stands beside no rung that throttled, that breaks on purpose, or that a software adapter ran', () => {
    const throttled = { comparable: false, comparableReasons: ['throttled' as const] };
    const software = { comparable: false, comparableReasons: ['software-adapter' as const] };
    const broken = { case: 'n=0', because: 'no running maximum', message: 'NaN' };
    const coverage = [{ set: 'a', total: 1, passed: 0, skipped: 0, failed: [], expectedFailures: [broken] }];
    const unfit = [rung('hot', 1, throttled), rung('soft', 2, software), rung('unsafe', 3, { coverage })];
    expect(shown([...unfit, row('cub', 100)])).toEqual([]);
    expect(shown([...unfit, rung('tiled', 50), row('cub', 100)])).toEqual([['tiled', 'cub', 2]]);
  });

  test('is compared cold with cold and hot with hot, where both were measured', () => {
    const [cold, hot] = [timing(100, { cache: 'cold' }), timing(40, { cache: 'hot' })];
    const both = rung('tiled', 100, { timing: cold, secondary: [hot] });
    const onlyHot = row('cub', 80, { timing: timing(80, { cache: 'hot' }) });
    const onlyCold = row('torch', 150, { timing: timing(150, { cache: 'cold' }) });
    expect(shown([both, onlyHot, onlyCold])).toEqual([
      ['tiled', 'cub', 2],
      ['tiled', 'torch', 1.5],
    ]);
    expect(shown([rung('tiled', 100, { timing: cold }), onlyHot])).toEqual([['tiled', 'cub', 0.8]]);
  });

  test('says by its interface what it belongs to', () => {
    const { api, ...silent } = cub;
    expect(
      [row('cub', 1), row('cub', 1, { peer: silent }), row('cpu-1', 1, { kind: 'cpu' })].map(peerGroupOf),
    ).toEqual([api, 'other', 'cpu']);
  });
});
