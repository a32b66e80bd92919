// A peer that has changed is another one, and its differences have words.
import { expect, test } from 'vitest';
import { isSamePeer, peerDifferences } from './index.ts';
import type { Peer } from './index.ts';

const torch: Peer = {
  name: 'torch',
  version: '2.11',
  api: 'cuda',
  settings: { tf32: false, streams: 1 },
  timedBy: 'CUDA events',
};

test('is the same in whatever order its settings stand', () => {
  expect(isSamePeer(torch, { ...torch, settings: { streams: 1, tf32: false } })).toBe(true);
});

test.for([
  [{ version: '2.12' }, 'version 2.11 → 2.12'],
  [{ settings: { tf32: true, streams: 1 } }, 'setting tf32 false → true'],
  [{ settings: { tf32: false, streams: 1, name: 'x' } }, 'setting name – → x'],
  [{ settings: { tf32: false } }, 'setting streams 1 → –'],
  [{ timedBy: 'the host' }, 'timed by CUDA events → the host'],
  [{ name: 'jax' }, 'name torch → jax'],
] as const)('is another one with %o', ([change, words]) => {
  const other = { ...torch, ...change };
  expect([isSamePeer(torch, other), peerDifferences(torch, other)]).toEqual([false, [words]]);
});
