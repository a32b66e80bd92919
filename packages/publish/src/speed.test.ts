import type { TestEvidence } from '@kernel-ladder/curriculum';
import type { Run } from '@kernel-ladder/schema';
import { expect, test } from 'vitest';
import { newestSpeed, suiteSpeeds, testSpeeds } from './speed.ts';
import { runOfSpeed, sampleResult, wiggle } from './testing.ts';

const steady = wiggle.map((off, day) => runOfSpeed(day, 25_000 + 100 * off));
const quantities = ['wallMs', 'wallMsPerId', 'hostShare'];

test('has a series of the wall time, the same of one id, and the host share for the runs of a suite', () => {
  const [quick, ...others] = suiteSpeeds(steady);
  expect(others).toEqual([]);
  expect(quick).toMatchObject({ suite: 'quick', peers: false, processors: 16 });
  expect(quick!.runs.map(({ run }) => run.runId)).toEqual(steady.map(({ run }) => run.id));
  expect(quick!.runs[0]).toMatchObject({
    ids: 2,
    wallMs: 25_000,
    deviceMs: 12_500,
    phasesMs: { check: 6250 },
  });
  expect(quick!.series.map(({ quantity }) => quantity)).toEqual(quantities);
  expect(quick!.series.map(({ levels }) => Number(levels[0]?.level.toPrecision(2)))).toEqual([
    25_000, 12_000, 0.5,
  ]);
  expect(quick!.series.flatMap(({ changes }) => changes)).toEqual([]);
});

test('suspects the newest run of being slower, and finds a change of level once it stays', () => {
  const slower = [0, 1, 2, 3].map((day) => runOfSpeed(20 + day, 40_000 + 100 * day));
  const [newest] = suiteSpeeds([...steady, slower[0]!]);
  expect(newest!.series.map((series) => series.newest?.isSuspect)).toEqual([true, true, false]);
  const [wall] = suiteSpeeds([...steady, ...slower])[0]!.series;
  expect(wall!.changes).toMatchObject([{ direction: 'regressed', before: 11, after: 12 }]);
  expect(wall!.newest?.isSuspect).toBe(false);
});

test('a suite that grows takes longer, and no longer for one id', () => {
  const growing = steady.map((run, at) => {
    if (at < 6) return run;
    const results = [...run.results, sampleResult('three', 1000), sampleResult('four', 1000)];
    return { ...runOfSpeed(at, 2 * run.sessions[0]!.spent!.wallMs), results };
  });
  const [wall, perId] = suiteSpeeds(growing)[0]!.series;
  expect([wall, perId].map((series) => series!.changes.length)).toEqual([1, 0]);
});

const one = runOfSpeed(0, 25_000);
const skipped = (run: Run) => ({
  ...run,
  results: [...run.results, { ...sampleResult('three', 1), status: 'skipped' as const }],
});

test('counts no id that was skipped', () => {
  expect(suiteSpeeds([skipped(one)])[0]!.runs[0]?.ids).toBe(2);
});

test.for<[string, Run]>([
  ['that chose ids', runOfSpeed(0, 1000, ['--select=gemm/**'])],
  ['of ids that were named', runOfSpeed(0, 1000, ['gemm/**'])],
  ['that was a shard', runOfSpeed(0, 1000, ['--shard=1/2'])],
  ['at another effort', runOfSpeed(0, 1000, ['--effort=strict'])],
  ['of a suite file', runOfSpeed(0, 1000, ['--suite=mine/quick.json'])],
  ['that was interrupted', { ...one, run: { ...one.run, interrupted: true } }],
  ['that was resumed', { ...one, sessions: [...one.sessions, ...one.sessions] }],
  ['that kept no account of its time', { ...one, sessions: [{ rulers: [], stable: true, reasons: [] }] }],
  ['of which all was skipped', { ...skipped(one), results: skipped(one).results.slice(-1) }],
])('leaves out a run %s', ([, run]) => {
  expect(suiteSpeeds([run])).toEqual([]);
});

test('keeps suites, peers and numbers of processors apart', () => {
  const peers = runOfSpeed(1, 40_000, ['--suite=quick', '--peers', '--seed=1', '--adapter=H200']);
  const [{ spent }] = [one.sessions[0]!];
  const small = { ...one, sessions: [{ ...one.sessions[0]!, spent: { ...spent!, processors: 2 } }] };
  const found = suiteSpeeds([one, peers, small]);
  expect(found.map((suite) => [suite.peers, suite.processors])).toEqual([
    [false, 16],
    [true, 16],
    [false, 2],
  ]);
});

test('a run whose passes ran side by side for longer than it took has no host share', () => {
  const { spent } = one.sessions[0]!;
  const crowded = { ...one, sessions: [{ ...one.sessions[0]!, spent: { ...spent!, deviceMs: 30_000 } }] };
  expect(suiteSpeeds([crowded])[0]!.series.map(({ quantity, levels }) => [quantity, levels.length])).toEqual([
    ['wallMs', 1],
    ['wallMsPerId', 1],
  ]);
});

/** Evidence of a day on which a thousand tests took so long on two processors. */
const evidenceOf = (day: number, wallMs: number, count = 1000): TestEvidence => ({
  schemaVersion: 1,
  commit: (day + 10).toString(16).padStart(2, '0').repeat(20),
  date: new Date(Date.UTC(2026, 0, day + 1)).toISOString(),
  environment: 'local',
  spent: { wallMs, processors: 2 },
  tests: Array.from({ length: count }, (_, at) => ({ file: 'a.test.ts', name: `${at}`, status: 'passed' })),
});

test('judges the time of all tests, and that of one, where they were run alike', () => {
  const steadily = wiggle.map((off, day) => evidenceOf(day, 200_000 + 1000 * off));
  const elsewhere = { ...evidenceOf(3, 50_000), environment: 'ci' as const };
  const { spent: _, ...former } = evidenceOf(4, 1);
  const [local, ci, ...others] = testSpeeds([...steadily, elsewhere, former, evidenceOf(20, 300_000, 1500)]);
  expect(others).toEqual([]);
  expect([local, ci].map((speed) => [speed!.environment, speed!.processors, speed!.tests.length])).toEqual([
    ['local', 2, 13],
    ['ci', 2, 1],
  ]);
  expect(local!.series.map(({ quantity, newest }) => [quantity, newest?.isSuspect])).toEqual([
    ['wallMs', true],
    ['wallMsPerId', false],
  ]);
});

test('of a long history the newest runs are told, which are judged by all', () => {
  const slower = [0, 1, 2, 3].map((day) => runOfSpeed(20 + day, 40_000 + 100 * day));
  const [whole] = suiteSpeeds([...steady, ...slower]);
  const [wall] = newestSpeed(whole!, 6).series;
  expect(newestSpeed(whole!, 6).runs).toEqual(whole!.runs.slice(-6));
  expect(wall!.changes).toMatchObject([{ before: 1, after: 2 }]);
  expect(wall!.levels.map(({ first, last }) => [first, last])).toEqual([
    [0, 1],
    [2, 5],
  ]);
  // The level before is told where it began to be shown, and a change out of sight is not.
  expect(newestSpeed(whole!, 4).series[0]).toMatchObject({ changes: [], levels: [{ first: 0, last: 3 }] });
  expect(newestSpeed(whole!, 100)).toBe(whole);
});
