import { passed, runOf } from '@kernel-ladder/curriculum/testing';
import type { FamilyLadder, Result } from '@kernel-ladder/schema';
import { expect, test } from 'vitest';
import { headline } from './headline.ts';

const scan: FamilyLadder = {
  name: 'scan',
  title: 'Prefix sums',
  headline: { cache: 'cold', metric: 'gbps', cases: [] },
  rungs: ['slow', 'fast'].map((name) => ({ name, kind: 'gpu' })),
  simulated: false,
  params: [],
  tolerance: 'exact',
};
const timed = (variant: string, us: number) => passed({ id: `scan/${variant}/n=67108864,f32`, us });

function apart(ratio: number): Result {
  const left = { kind: 'no-waits', ns: 1e6 * ratio, ratio, low: 0.99 * ratio, high: 1.01 * ratio } as const;
  const whole = { kind: 'no-loads', ns: 1e6, ratio: 1, low: 0.99, high: 1.01 } as const;
  const perturbations = { cache: 'cold', turns: 6, ownNs: 1e6, timed: [whole, left], refused: [] } as const;
  return { ...timed('fast', 1000), perturbations };
}

const text = (...runs: readonly (readonly Result[])[]) =>
  headline({ families: [scan], runs: runs.map((results, at) => runOf(String(at + 1), results)) }).text;

test('a kernel that was taken apart has a row with what holds it back and the newest times of what is left', () => {
  const rungs = [timed('slow', 4000), timed('fast', 1000)];
  const told = text(rungs, [apart(0.5)], [apart(0.6)], rungs);
  expect(told).toMatch(
    /\| scan\/fast \| synchronisation \| without loads 1\.00, without waiting 0\.60 of the time \| .* \| 33333333 \|/,
  );
  expect(told.match(/without waiting/g)).toHaveLength(1);
});

test('where no kernel was taken apart the page has no such section', () => {
  expect(text([timed('slow', 4000), timed('fast', 1000)])).not.toContain('Taken apart');
});
