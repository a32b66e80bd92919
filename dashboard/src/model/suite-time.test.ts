import type { SiteSpeed, SuiteSpeed } from '@kernel-ladder/schema';
import { expect, test } from 'vitest';
import { suiteTime } from './suite-time.ts';

const commit = {
  sha: 'a'.repeat(40),
  parents: [],
  branch: 'main',
  dirty: false,
  subject: 'x',
  date: '2026-01-02T03:04:05Z',
};
const suiteOf = (suite: string, startedAt: string, peers = false): SuiteSpeed => ({
  suite,
  peers,
  processors: 16,
  runs: [
    {
      run: { runId: startedAt, startedAt, commit, suite, local: false },
      ids: 60,
      wallMs: 52_986,
      deviceMs: 18_429,
      judgingMs: 8882,
      phasesMs: {},
    },
  ],
  series: [],
});
const speedOf = (...suites: readonly SuiteSpeed[]): SiteSpeed => ({
  schemaVersion: 1,
  machineKey: 'm',
  suites,
});

test('tells of the suite that ran last', () => {
  const speed = speedOf(
    suiteOf('quick', '2026-01-03T00:00:00Z', true),
    suiteOf('full', '2026-01-02T00:00:00Z'),
  );
  expect(suiteTime(speed)).toEqual({
    suite: 'quick with peers',
    text: '52.99 s for 60 ids, 883.1 ms each, the device at work for 35\u202f% of it',
  });
});

test('says nothing where no whole run is recorded', () => {
  expect(suiteTime(speedOf())).toBeNull();
});

test('tells the last change of the time of an id', () => {
  const suite = suiteOf('quick', '2026-01-03T00:00:00Z');
  const change = {
    direction: 'improved',
    before: 0,
    after: 0,
    effect: -0.4,
    ciLow: -0.5,
    ciHigh: -0.3,
    p: 0.01,
  } as const;
  const series = [
    { quantity: 'wallMsPerId', sigma: 0.1, levels: [], changes: [change], newest: null },
  ] as const;
  expect(suiteTime(speedOf({ ...suite, series }))?.text).toMatch(/, −40\.0\s% an id at the last change$/);
});
