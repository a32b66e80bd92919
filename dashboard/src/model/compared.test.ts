import type { ComparedId, RunComparison } from '@kernel-ladder/publish/compare';
import { expect, test } from 'vitest';
import { comparedRows, countStates, withoutVerdicts } from './compared.ts';

const row = (id: string, effect: number, leastEffect: number): ComparedId => ({
  id,
  verdict: Math.abs(effect) >= leastEffect ? (effect > 0 ? 'REGRESSED' : 'IMPROVED') : 'SAME',
  effect,
  ciLow: effect - 0.01,
  ciHigh: effect + 0.01,
  leastEffect,
  reasons: ['beyond-minimum-effect'],
  baseNs: 100,
  headNs: 100 * (1 + effect),
  sameKernelHash: true,
});

const comparison: RunComparison = {
  compared: [row('a/noisy/n', 0.2, 0.4), row('a/sure/n', -0.1, 0.02), row('a/slow/n', 0.1, 0.05)],
  geomean: null,
  added: ['a/new/n'],
  gone: ['a/gone/n'],
  newlyFailing: [{ id: 'a/broken/n', reason: { code: 'wrong-result', message: 'off by 2' } }],
  stillFailing: [],
  fixed: ['a/fixed/n'],
  peers: [{ id: 'a/peer/n', baseNs: 100, headNs: 110, changed: ['version 1 → 2'], reason: null }],
};

test('begins with the largest effect over its least one, not with the largest effect', () => {
  const rows = comparedRows(comparison);
  expect(rows.slice(0, 3).map(({ id, strength }) => [id, strength])).toEqual([
    ['a/sure/n', 5],
    ['a/slow/n', 2],
    ['a/noisy/n', 0.5],
  ]);
});

test('has every id once: what has no verdict has a state, and a peer a time', () => {
  const rows = comparedRows(comparison);
  expect([...countStates(rows)]).toEqual([
    ['REGRESSED', 1],
    ['IMPROVED', 1],
    ['SAME', 1],
    ['newly failing', 1],
    ['repaired', 1],
    ['new', 1],
    ['gone', 1],
    ['peer', 1],
  ]);
  expect(rows.find(({ state }) => state === 'newly failing')?.reasons).toEqual(['wrong-result: off by 2']);
  expect(rows.at(-1)).toMatchObject({ state: 'peer', strength: null, reasons: ['version 1 → 2'] });
});

test('two machines keep their times and have no verdict', () => {
  const rows = comparedRows(withoutVerdicts(comparison, 'other-machine'));
  expect(rows.slice(0, 3).map(({ state, reasons }) => [state, ...reasons])).toEqual(
    Array.from({ length: 3 }, () => ['UNDECIDED', 'other-machine']),
  );
  expect(rows[0]?.effect).toBe(-0.1);
});
