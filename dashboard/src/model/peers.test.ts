// Peers on the ladder: lines to read the rungs by, each with how our best rung does beside it.
import type { SiteFamily, SitePoint } from '@kernel-ladder/schema';
import { expect, test } from 'vitest';
import { familyWithPeers, sampleFamily } from '../testing.ts';
import { ladderOf } from './ladder.ts';
import type { LadderView } from './ladder.ts';
import { latestOf } from './latest.ts';
import { latestRun } from './rung.ts';
import { wordsOf } from './point-words.ts';
import { trendOf } from './trend.ts';

const caseName = 'n=1000,f32';
const view: LadderView = { metric: 'medianNs', breaking: new Set(), software: false };
const barsOf = (family: SiteFamily, more: Partial<LadderView> = {}) =>
  ladderOf(family, caseName, 2, { ...view, ...more }).bars;

/** The family with another point for one variant in the third run. */
function changed(variant: string, more: Partial<SitePoint>): SiteFamily {
  const series = familyWithPeers.series.map((one) =>
    one.variant === variant
      ? { ...one, points: one.points.map((point) => (point.run === 2 ? { ...point, ...more } : point)) }
      : one,
  );
  return { ...familyWithPeers, series };
}

test('a peer stands below the rungs with its name and how many times as fast our best rung is', () => {
  expect(barsOf(familyWithPeers).map(({ variant, peer }) => [variant, peer?.name, peer?.over?.text])).toEqual(
    [
      ['naive', undefined, undefined],
      ['tree', undefined, undefined],
      ['subgroup', undefined, undefined],
      ['cub', 'CUB 2.8', '0.800×'],
      ['cpu-1', 'loop node 24', '200×'],
    ],
  );
  expect(barsOf(familyWithPeers)[3]?.peer).toMatchObject({
    about: 'stream 1, timed by CUDA events',
    over: { about: 'tree, the fastest rung of its run, over it, 95 % interval 0.756× to 0.847×' },
  });
});

test('the first of the peers is none of ours either', () => {
  const { bars } = ladderOf(familyWithPeers, caseName, 1, view);
  expect(bars.find(({ variant }) => variant === 'cub')?.peer?.over?.about).toMatch(/^(tree|naive|subgroup),/);
});

/** The family whose third run has no rung of ours but `kept`, and whose peers ran in that one alone. */
function apart(...kept: readonly string[]): SiteFamily {
  const series = familyWithPeers.series.map((one) => {
    const isPeer = one.points.some(({ peer }) => peer !== undefined);
    const points = one.points.filter(({ run }) => isPeer === (run === 2) || kept.includes(one.variant));
    return { ...one, points };
  });
  return { ...familyWithPeers, series };
}

test('a run of somebody else’s rows is not that of the ladder, which they join with their commit and their own run’s ratio', () => {
  const commit = familyWithPeers.runs[2]!.commit.sha.slice(0, 8);
  for (const [family, text] of [
    [apart(), undefined],
    [apart('tree'), '0.800×'],
  ] as const) {
    expect(latestRun(family, caseName)).toBe(1);
    const { bars } = ladderOf(family, caseName, 1, view);
    expect(bars.find(({ variant }) => variant === 'cub')).toMatchObject({
      peer: { name: `CUB 2.8, at ${commit}`, over: text === undefined ? null : { text } },
    });
  }
});

test('a peer is never the fastest, and the rungs keep their scale however long it takes', () => {
  const own = barsOf(sampleFamily);
  const bars = barsOf(familyWithPeers);
  const shape = ([...some]: typeof bars) =>
    some.map((bar) => bar.status === 'passed' && [bar.length, bar.fastest, bar.isBeyond]);
  expect(shape(bars.slice(0, 3))).toEqual(shape(own));
  expect(shape(bars.slice(3))).toEqual([
    [0.2, null, false],
    [1, null, true],
  ]);
});

test('a rate above every rung’s fills the track', () => {
  const [, tree, , cub] = barsOf(familyWithPeers, { metric: 'gbps' });
  expect([tree, cub]).toMatchObject([{ length: 0.8 }, { length: 1 }]);
});

test('a rung that breaks on purpose, or whose time is in doubt, does not stand for ours', () => {
  const [naive] = [barsOf(familyWithPeers, { breaking: new Set(['tree']) })[3]?.peer?.over];
  expect(naive).toMatchObject({ text: '0.200×', about: expect.stringMatching(/^naive/) });
  const doubt = { comparable: false, comparableReasons: ['throttled'] } as const;
  expect(barsOf(changed('tree', doubt))[3]?.peer?.over).toMatchObject({ text: '0.200×' });
  expect(barsOf(changed('cub', doubt))[3]).toMatchObject({ peer: { over: null }, doubt: 'throttled' });
});

test('the host’s clock is no doubt about a peer inside one run', () => {
  expect(barsOf(familyWithPeers)[4]).toMatchObject({ doubt: null });
});

test('the table has the ratio and the name of each peer', () => {
  const rows = latestOf(familyWithPeers, view);
  expect(rows.map(({ variant, peer, over }) => [variant, peer?.name ?? null, over])).toEqual([
    ['naive', null, null],
    ['tree', null, null],
    ['subgroup', null, null],
    ['cub', 'CUB 2.8', 0.8],
    ['cpu-1', 'loop node 24', 200],
  ]);
});

test('another version of a peer begins a new series, which says what is another', () => {
  const { lines, ...measure } = trendOf(familyWithPeers, caseName, 'medianNs');
  const cub = lines.find(({ variant }) => variant === 'cub');
  const points = cub?.points.map((point) => point?.status === 'passed' && point.changed);
  expect(points).toEqual([false, [], ['version 2.7 → 2.8']]);
  const last = cub?.points.at(-1);
  expect(last?.status === 'passed' && wordsOf(last, measure, false)?.notes).toEqual(['version 2.7 → 2.8']);
  expect(lines.map(({ isOwn }) => isOwn)).toEqual([true, true, true, false, false]);
});

test('a run that skipped the peer begins no series, nor does the next', () => {
  const reason = { code: 'missing:torch', message: 'python3 has no torch' };
  const absent = { ...familyWithPeers.peers?.[0], version: 'not found' };
  const series = familyWithPeers.series.map((one) => {
    if (one.variant !== 'cub') return one;
    const [first, last] = one.points;
    const skipped = { run: 1, peer: 3, status: 'skipped', reason } as const;
    return { ...one, points: [{ ...first!, run: 0 }, skipped, { ...last!, peer: 0 }] };
  });
  const family = {
    ...familyWithPeers,
    peers: [...(familyWithPeers.peers ?? []), absent],
    series,
  } as SiteFamily;
  const cub = trendOf(family, caseName, 'medianNs').lines.find(({ variant }) => variant === 'cub');
  const last = cub?.points.at(-1);
  expect(last?.status === 'passed' && last.changed).toEqual([]);
});
