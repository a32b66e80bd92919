import type { SiteFamily, SitePoint } from '@kernel-ladder/schema';
import { expect, test } from 'vitest';
import { medianTime } from '../format.ts';
import { passed, sampleFamily } from '../testing.ts';
import { judgedOf } from './judged.ts';
import { wordsOf } from './point-words.ts';
import { trendOf } from './trend.ts';

const [naive] = sampleFamily.series;
const [first] = sampleFamily.runs;
const later = { ...first!.commit, sha: 'e'.repeat(40) };

/** Three runs of one commit, then one of another. */
const runs = ['a', 'b', 'c', 'd'].map((runId, at) => ({
  ...first!,
  runId,
  commit: at < 3 ? first!.commit : later,
}));

function trend(points: readonly SitePoint[], more: Partial<SiteFamily> = {}) {
  return trendOf(
    { ...sampleFamily, runs, series: [{ ...naive!, points }], ...more },
    naive!.case,
    'medianNs',
  );
}

const failed: SitePoint = { run: 1, status: 'failed', reason: { code: 'wrong-result', message: 'got 3' } };

test('runs of one commit are one point: their middle, and how far they are apart', () => {
  const { columns, lines } = trend([passed(0, 100), passed(1, 140), passed(2, 110), passed(3, 90)]);
  expect(columns.map(({ commit, runs: own }) => [commit.sha[0], own.length])).toEqual([
    ['a', 3],
    ['e', 1],
  ]);
  const [point, lone] = lines[0]!.points;
  expect(point).toMatchObject({
    runs: 3,
    between: [100, 140],
    // From the 25th percentile of the least to the 75th of the greatest, 10 % below and 20 % above.
    measured: { value: 110, low: 90, high: 168, interval: null, n: 75 },
  });
  expect(lone).toMatchObject({ runs: 1, between: null, measured: { value: 90, interval: [86, 94] } });
  expect(point?.status === 'passed' && wordsOf(point, medianTime, false)?.sureness).toEqual([
    '3 runs 100.0–140.0 ns',
    'n\u00a075',
  ]);
});

test('a failure in one run of a commit is its point', () => {
  expect(trend([passed(0, 100), failed, passed(2, 110)]).lines[0]?.points[0]).toEqual({
    status: 'failed',
    reason: 'wrong-result: got 3',
  });
});

test('a time that does not compare is not mixed with one that does', () => {
  const doubtful = { ...passed(1, 900), comparable: false, comparableReasons: ['throttled'] as const };
  const [point] = trend([passed(0, 100), doubtful]).lines[0]!.points;
  expect(point).toMatchObject({ runs: 1, doubt: null, measured: { value: 100 } });
  const [lone] = trend([doubtful]).lines[0]!.points;
  expect(lone).toMatchObject({ runs: 1, doubt: 'throttled' });
});

test('trees with changes and checkouts without history stay apart: nobody knows that their code is the same', () => {
  const dirty = runs.map((run) => ({ ...run, commit: { ...run.commit, dirty: true } }));
  const points = [passed(0, 1), passed(1, 2), passed(2, 3)];
  expect(trend(points, { runs: dirty }).columns).toHaveLength(3);
  const bare = runs.map((run) => ({ ...run, commit: { ...run.commit, sha: '0'.repeat(40) } }));
  expect(trend(points, { runs: bare }).columns).toHaveLength(3);
});

test('a change is drawn at the commit of the run that begins it', () => {
  const one = trend([passed(0, 100), passed(2, 100), passed(3, 200)]);
  const change = {
    id: 'id',
    direction: 'regressed',
    before: 2,
    after: 3,
    effect: 1,
    ciLow: 1,
    ciHigh: 1,
  } as const;
  const judgement = {
    schemaVersion: 1,
    machineKey: '',
    runs,
    series: [],
    changes: [{ ...change, earliest: 3, latest: 3, p: 0, q: 0, sameKernelHash: null }],
    newest: null,
  } as const;
  expect(
    judgedOf({ ...one, lines: one.lines.map((line) => ({ ...line, id: 'id' })) }, judgement).marks,
  ).toMatchObject([{ column: 1 }]);
});

const tuned = (tile: number) => ({
  rung: 'naive',
  class: 'n=1000',
  choice: { tile },
  space: '0'.repeat(16),
  at: '2026-01-01T00:00:00Z',
});

test('says where a tuning table made its parameters others than before, and nothing where they stay', () => {
  const four = ['a', 'b', 'c', 'd'].map((digit, at) => ({
    ...first!,
    runId: `${at}`,
    commit: { ...first!.commit, sha: digit.repeat(40) },
  }));
  const points = [
    passed(0, 100),
    { ...passed(1, 90), tuned: tuned(8) },
    { ...passed(2, 90), tuned: tuned(8) },
    { ...passed(3, 80), tuned: tuned(4) },
  ];
  const { lines } = trend(points, { runs: four });
  expect(lines[0]!.points.map((point) => point?.status === 'passed' && point.otherChoice)).toEqual([
    null,
    'usual parameters → tile=8',
    null,
    'tile=8 → tile=4',
  ]);
});
