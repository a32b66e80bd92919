import type { JudgedChange, SiteJudgement } from '@kernel-ladder/schema';
import { expect, test } from 'vitest';
import { summaryOf } from './changes.tsx';

const change: JudgedChange = {
  id: 'reduce/naive/n=1000,f32',
  direction: 'regressed',
  before: 0,
  after: 1,
  earliest: 1,
  latest: 1,
  effect: 0.04,
  ciLow: 0.03,
  ciHigh: 0.05,
  p: 0.001,
  q: 0.002,
  sameKernelHash: true,
};
const move = { best: 0, bestNs: 1, since: 1, latest: 1, latestNs: 1, sameKernelHash: true };
const judgement: SiteJudgement = {
  schemaVersion: 1,
  machineKey: 'test-gpu-vulkan-01234567',
  runs: [],
  series: [
    {
      id: change.id,
      points: 8,
      fewestPoints: 8,
      sigma: 0.01,
      launches: 0,
      sameKernelHash: true,
      segments: [],
      drift: null,
      aboveBest: null,
      move,
    },
  ],
  changes: [change],
  newest: null,
};

const coverage = [
  { key: 'judged', series: 1, text: '' },
  { key: 'once', series: 2, text: '' },
] as const;

test('counts regressions, and apart from them the changes that came with another card', () => {
  const cards = { before: ['1'.repeat(16)], now: ['2'.repeat(16)] };
  expect(summaryOf(judgement, coverage)).toContain('1 of 3 series have enough runs');
  expect(summaryOf(judgement, coverage)).toContain('In them 1 regression and 0 improvements.');
  const said = summaryOf({ ...judgement, changes: [change, { ...change, cards }] }, coverage);
  expect(said).toContain('In them 1 regression and 0 improvements. 1 change came with another card');
});
