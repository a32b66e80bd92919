import type { SiteJudgement } from '@kernel-ladder/schema';
import { expect, test } from 'vitest';
import { sampleFamily } from '../testing.ts';
import { judgedOf, nothingJudged } from './judged.ts';
import { trendOf } from './trend.ts';

const id = 'reduce/naive/n=1000,f32';
const [first, second, third] = sampleFamily.runs;
const judgement: SiteJudgement = {
  schemaVersion: 1,
  machineKey: sampleFamily.machineKey,
  // The judge leaves out the dirty run in the middle of the trend.
  runs: [first!, third!],
  series: [
    {
      id,
      points: 2,
      fewestPoints: 2,
      sigma: Math.log(1.1) / 2,
      launches: 0,
      sameKernelHash: true,
      segments: [{ first: 0, last: 1, levelNs: 1000 }],
      drift: null,
      aboveBest: null,
      move: { best: 0, bestNs: 1000, since: 1, latest: 1, latestNs: 1000, sameKernelHash: true },
    },
  ],
  changes: [
    {
      id,
      direction: 'regressed',
      before: 0,
      after: 1,
      earliest: 1,
      latest: 1,
      effect: 0.052,
      ciLow: 0.04,
      ciHigh: 0.06,
      p: 0.001,
      q: 0.004,
      sameKernelHash: false,
    },
  ],
  newest: null,
};
const judged = (metric: 'medianNs' | 'gbps', of: SiteJudgement | null = judgement) =>
  judgedOf(trendOf(sampleFamily, 'n=1000,f32', metric), of);

test('places a level on the columns of its runs, over those that nobody judged', () => {
  expect(second?.commit.dirty).toBe(true);
  const [band] = judged('medianNs').bands;
  expect(band).toMatchObject({ id, first: 0, last: 2, level: 1000 });
  expect([band?.low, band?.high].map((ns) => ns?.toFixed(1))).toEqual(['909.1', '1100.0']);
});

test('turns the band of a time into that of a rate, low end below high', () => {
  const [band] = judged('gbps').bands;
  expect([band?.low, band?.level, band?.high].map((rate) => rate?.toFixed(3))).toEqual([
    '3.636',
    '4.000',
    '4.400',
  ]);
});

test('draws a change before the first column of the new level, in percent of time whatever the metric', () => {
  expect(judged('gbps').marks).toMatchObject([
    { name: 'naive', column: 2, isWorse: true, text: 'time +5.2\u202f%' },
  ]);
  expect(judged('medianNs').marks[0]?.text).toBe('+5.2\u202f%');
});

test('draws no level of fewer points than a change takes', () => {
  const series = judgement.series.map((one) => ({ ...one, fewestPoints: 3 }));
  expect(judged('medianNs', { ...judgement, series }).bands).toEqual([]);
});

test('draws nothing where nothing is judged', () => {
  expect(judged('medianNs', null)).toEqual(nothingJudged);
});

test('says of a change that it came with another card', () => {
  const cards = { before: ['1'.repeat(16)], now: ['2'.repeat(16)] };
  const changes = judgement.changes.map((change) => ({ ...change, cards }));
  expect(judged('medianNs', { ...judgement, changes }).marks[0]?.text).toMatch(/^\+5\.2.%, another card$/);
});
