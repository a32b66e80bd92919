import type { JudgedSeries, SiteJudgement } from '@kernel-ladder/schema';
import { expect, test } from 'vitest';
import { movesOf } from './moves.ts';

function series(id: string, latestNs: number, points = 2): JudgedSeries {
  return {
    id,
    points,
    fewestPoints: 8,
    sigma: 0.01,
    launches: 0,
    sameKernelHash: true,
    segments: [],
    drift: null,
    aboveBest: null,
    move: { best: 0, bestNs: 1000, since: 1, latest: 1, latestNs, sameKernelHash: false },
  };
}

function judgement(all: readonly JudgedSeries[]): SiteJudgement {
  return { schemaVersion: 1, machineKey: 'gpu', runs: [], series: all, changes: [], newest: null };
}

test('lists what moved by more than 5 %, the largest first, apart by direction', () => {
  const all = [series('a', 1060), series('b', 1770), series('c', 1049), series('d', 940), series('e', 960)];
  const { short, slower, faster } = movesOf(judgement(all));
  expect([short, slower.map(({ id }) => id), faster.map(({ id }) => id)]).toEqual([5, ['b', 'a'], ['d']]);
  expect(slower[0]!.effect).toBeCloseTo(0.77);
});

test('leaves what is long enough to the judge', () => {
  expect(movesOf(judgement([series('a', 1770, 8)]))).toEqual({ short: 0, slower: [], faster: [] });
});
