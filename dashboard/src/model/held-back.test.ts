import type { Perturbations } from '@kernel-ladder/schema';
import { expect, test } from 'vitest';
import { measuredBound } from './held-back.ts';

const left = (kind: 'no-loads' | 'no-arithmetic', ratio: number) => ({
  kind,
  ns: 1000 * ratio,
  ratio,
  low: 0.99 * ratio,
  high: 1.005 * ratio,
});

const perturbations: Perturbations = {
  cache: 'cold',
  turns: 6,
  ownNs: 1000,
  timed: [left('no-loads', 0.41), left('no-arithmetic', 0.97)],
  refused: [{ kind: 'no-barriers', why: 'it has no barriers' }],
};
const perturbed = [
  {
    variant: 'tree',
    case: 'n=10,f32',
    commit: 'a1b2c3d4'.repeat(5),
    startedAt: '2026-01-02T03:04:05Z',
    perturbations,
  },
];

test('a rung that was taken apart has its bound with the numbers that it stands on', () => {
  expect(measuredBound({ perturbed }, 'tree', 'n=10,f32')).toEqual({
    by: 'memory',
    numbers: 'without loads 0.41, without arithmetic 0.97 of the time',
    commit: 'a1b2c3d4',
    refused: 'without barriers: it has no barriers',
  });
});

test('another rung, another case and a site without such runs have none', () => {
  expect(measuredBound({ perturbed }, 'naive', 'n=10,f32')).toBeNull();
  expect(measuredBound({ perturbed }, 'tree', 'n=11,f32')).toBeNull();
  expect(measuredBound({}, 'tree', 'n=10,f32')).toBeNull();
});
