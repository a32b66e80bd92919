// Pages from hand-made speeds: which goals are met by which machine, what the judge found, and what is missing.
import { gpu, passed, runOf, software } from '@kernel-ladder/curriculum/testing';
import type { Machine, SpeedSeries, SuiteSpeed } from '@kernel-ladder/schema';
import { expect, test } from 'vitest';
import type { TestsSpeed } from '@kernel-ladder/curriculum';
import { suiteSpeed } from './suite-speed.ts';

const h200: Machine = { ...gpu, adapter: { ...gpu.adapter, name: 'NVIDIA H200' } };

interface Times {
  readonly machine?: Machine;
  readonly seconds: readonly number[];
  readonly suite?: Partial<SuiteSpeed>;
  readonly tests?: readonly TestsSpeed[];
}

/** The page of runs that took so many seconds for ten ids, half of it on the device, on commits in their order. */
function pageOf({ machine = h200, seconds, suite = {}, tests = [] }: Times) {
  const runs = seconds.map((_, at) => runOf(String(at + 1), [passed({ id: 'reduce/one/n=8,f32' })], machine));
  const speedRuns = runs.map(({ run }, at) => {
    const wallMs = 1000 * (seconds[at] ?? 0);
    return {
      run: { runId: run.id, startedAt: run.startedAt, commit: run.commit, suite: 'quick', local: false },
      ids: 10,
      wallMs,
      deviceMs: wallMs / 2,
      judgingMs: wallMs / 8,
      phasesMs: { start: wallMs / 4, check: wallMs / 2, sample: wallMs / 8, host: wallMs / 16 },
    };
  });
  const own: SuiteSpeed = {
    suite: 'quick',
    peers: false,
    processors: 16,
    runs: speedRuns,
    series: [],
    ...suite,
  };
  const suites = seconds.length > 0 ? [own] : [];
  return suiteSpeed({ runs, speed: [{ schemaVersion: 1, machineKey: machine.key, suites }], tests });
}

const goalsIn = (text: string) =>
  (text.split('## Goals\n')[1]?.split('\n## ')[0] ?? '')
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .slice(2)
    .map((line) => line.replaceAll(/ +/g, ' '));

test('without a whole run there are goals, none of them measured, and no plot', () => {
  const [page, ...figures] = pageOf({ seconds: [] });
  expect(figures).toEqual([]);
  expect(page.text).not.toContain('## Plot');
  expect(goalsIn(page.text)).toHaveLength(5);
  expect(goalsIn(page.text).every((row) => row.includes('| not measured |'))).toBe(true);
  expect(page.missing).toHaveLength(5);
});

test('holds the newest whole run of a suite against its goal', () => {
  const [slow] = pageOf({ seconds: [24, 89] });
  expect(goalsIn(slow.text)[0]).toContain('| 25 s | 89 s | missed | 22222222 |');
  const [fast] = pageOf({ seconds: [89, 24] });
  expect(goalsIn(fast.text)[0]).toContain('| 25 s | 24 s | met | 22222222 |');
  expect(fast.missing).toHaveLength(4);
});

test('holds the host share of full against its goal', () => {
  const [page] = pageOf({ seconds: [290], suite: { suite: 'full' } });
  expect(goalsIn(page.text).slice(1, 3)).toEqual([
    expect.stringContaining('| 300 s | 290 s | met |'),
    expect.stringContaining('| 30 % | 50 % | missed |'),
  ]);
});

test.for([
  ['another device', { machine: gpu }],
  ['fewer processors', { suite: { processors: 8 } }],
  ['processors that nobody counted', { suite: { processors: null } }],
  ['rows of peers beside it', { suite: { peers: true } }],
  ['a software adapter on many processors', { machine: software }],
] as const)('takes no run on %s for a goal’s', ([, change]) => {
  const [page] = pageOf({ seconds: [10], ...change });
  expect(page.missing).toHaveLength(5);
});

test('the software adapter on two processors has a goal of its own', () => {
  const [page] = pageOf({ seconds: [31], machine: software, suite: { processors: 2 } });
  expect(goalsIn(page.text)[3]).toContain('| 30 s | 31 s | missed |');
});

const timedOn = (
  processors: number,
  beforeWholeMs: number,
  found: readonly SpeedSeries[] = [],
): TestsSpeed => {
  const tests = Array.from({ length: 1000 }, () => ({
    file: 'a.test.ts',
    name: 'a',
    status: 'passed' as const,
  }));
  const about = { schemaVersion: 1, commit: 'c'.repeat(40), date: '2026-01-01T00:00:00Z' } as const;
  const spent = { wallMs: 4 * beforeWholeMs, beforeWholeMs, processors };
  const evidence = { ...about, environment: 'local' as const, spent, tests };
  return { environment: 'local', processors, tests: [evidence], series: found };
};

test('has the time of all tests, and holds what every change waits for on two processors against its goal', () => {
  const [page] = pageOf({ seconds: [], tests: [timedOn(64, 1000), timedOn(2, 200_000)] });
  expect(goalsIn(page.text)[4]).toContain('| 240 s | 200 s | met | cccccccc |');
  const section = page.text.split('## All tests, on a developer’s machine, 2 processors')[1] ?? '';
  expect(section).toContain('A change shows from 8 runs on; there is 1.');
  expect(section.replaceAll(/ +/g, ' ')).toContain('| 2026-01-01 | cccccccc | 1000 | 800 | 200 | 800 |');
});

test('older evidence, which does not tell these tests from whole ones, says nothing of their goal', () => {
  const { tests: old, ...about } = timedOn(2, 1000);
  const tests = old.map((one) => ({ ...one, spent: { wallMs: one.spent.wallMs, processors: 2 } }));
  const [page] = pageOf({ seconds: [], tests: [{ ...about, tests }] });
  expect(goalsIn(page.text)[4]).toContain('| 240 s | not measured |');
  expect(page.missing).toHaveLength(5);
});

test('lists the runs of a suite, and plots them', () => {
  const [page, figure] = pageOf({ seconds: [80, 40] });
  expect(page.text).toContain('## `quick` on NVIDIA H200, 16 processors');
  expect(page.text.replaceAll(/ +/g, ' ')).toContain(
    '| 2026-01-02 | 22222222 | 10 | 40 | 4 | 50 | 12.5 | check 50 %, start 25 %, sample 13 % |',
  );
  expect(figure?.path).toBe('docs/reports/suite-speed.svg');
  expect(figure?.text).toContain('quick, NVIDIA H200');
});

const series: SpeedSeries = { quantity: 'wallMsPerId', sigma: 0.01, levels: [], changes: [], newest: null };

const textOf = (found: readonly SpeedSeries[], seconds = [50, 50, 80]) =>
  pageOf({ seconds, suite: { series: found } })[0].text;

test('says what the judge found, or that there is too little to find', () => {
  expect(textOf([series])).toContain('A change shows from 8 runs on; there are 3.');
  expect(
    textOf(
      [series],
      Array.from({ length: 8 }, () => 50),
    ),
  ).toContain('No change of level.');
  const change = { before: 1, after: 2, effect: 0.6, ciLow: 0.5, ciHigh: 0.7, p: 0.001 };
  expect(textOf([{ ...series, changes: [{ ...change, direction: 'regressed' }] }])).toContain(
    'Changed: one id by +60.0 % (+50.0 % to +70.0 %) between 22222222 and 33333333.',
  );
  const newest = { isSuspect: true, effect: 0.6, p: 0.001, q: 0.002, deltaMin: 0.02 };
  expect(textOf([{ ...series, newest }])).toContain('The newest run is suspect: one id by +60.0 %.');
  const tested = pageOf({ seconds: [], tests: [timedOn(2, 300_000, [{ ...series, newest }])] })[0];
  expect(tested.text).toContain('The newest run is suspect: one test by +60.0 %.');
});
