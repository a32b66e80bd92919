import { parseSiteGrid, parseSiteOverview } from '@kernel-ladder/schema';
import type { GridRow, Result, Run } from '@kernel-ladder/schema';
import { expect, test } from 'vitest';
import { gridFiles } from '../files.ts';
import { indexOf } from '../site.ts';
import { syntheticRuns } from '../synthetic.ts';
import { judgeMachine, machinesOf } from '../testing-site.ts';
import { onCard, runOfDay, sampleLadder, samplePeer, sampleResult, sampleRun } from '../testing.ts';
import { gridOf } from './grid.ts';
import type { GridSources } from './grid.ts';

const rungs = sampleLadder('reduce', ['one', 'two', 'three']);

function documentsOf(runs: readonly Run[], sources: Partial<GridSources> = {}, local: readonly Run[] = []) {
  const sourced = [
    ...runs.map((run) => ({ run, local: false })),
    ...local.map((run) => ({ run, local: true })),
  ];
  const [machine] = machinesOf(sourced, new Map());
  const known = {
    ladders: [rungs],
    judgement: null,
    breaking: new Set<string>(),
    curriculum: null,
    ...sources,
  };
  const [grid, overview] = gridFiles(gridOf(machine!, known));
  return {
    grid: parseSiteGrid(grid!.name, grid!.content),
    overview: parseSiteOverview(overview!.name, overview!.content),
  };
}

const rowOf = (rows: readonly GridRow[], rung: string) => rows.find((row) => row.rung === rung)!;
const on = (day: number, results: readonly Result[]): Run => ({
  ...runOfDay(day, {}),
  results: [...results],
});
const failed = (rung: string): Result => {
  const { timing: _, metrics: __, ...result } = sampleResult(rung, 1);
  return {
    ...result,
    status: 'failed',
    reason: { code: 'wrong-result', message: 'off by one' },
    comparable: false,
  };
};

test('a row has the newest time with its rate and share, and the points behind it', () => {
  const { grid } = documentsOf([runOfDay(0, { one: 1000 }), runOfDay(1, { one: 1010 })]);
  expect(rowOf(grid.rows, 'one')).toMatchObject({
    id: 'reduce/one/n=1024,f32',
    family: 'reduce',
    case: 'n=1024,f32',
    dtype: 'f32',
    kind: 'gpu',
    state: 'unjudged',
    ns: 1010,
    metric: 'gbps',
    at: [0, 1],
    times: [1000, 1010],
    marks: 'tt',
  });
});

test('a failure is a gap with its reason, and the time before it stays', () => {
  const { grid, overview } = documentsOf([runOfDay(0, { one: 1000 }), on(1, [failed('one')])]);
  expect(rowOf(grid.rows, 'one')).toMatchObject({
    state: 'failing',
    reason: 'wrong-result: off by one',
    times: [1000, null],
    marks: 'tf',
  });
  expect(overview.attention.map(({ rung, state }) => [rung, state])).toEqual([['one', 'failing']]);
  expect(overview.runs.map((run) => [run.run.runId, run.passed, run.failed])).toEqual([
    ['run-1', 0, 1],
    ['run-0', 1, 0],
  ]);
});

const other = (day: number) => on(day, [{ ...sampleResult('one', 1000), kernelHash: 'fedcba9876543210' }]);

test('another kernel and another card break the line', () => {
  const days = [onCard(runOfDay(0, { one: 1000 }), 1), onCard(other(1), 1), onCard(other(2), 2)];
  expect(rowOf(documentsOf(days).grid.rows, 'one').marks).toBe('tkc');
});

test('the last move has its commit and size, whether the kernel is the same, and how long ago it was', () => {
  const days = [1000, 1200, 1210, 1205].map((one, day) => runOfDay(day, { one }));
  expect(rowOf(documentsOf(days).grid.rows, 'one').change).toEqual({
    at: 1,
    effect: 0.2,
    age: 2,
    sameKernel: true,
  });
  const steady = [1000, 1040].map((one, day) => runOfDay(day, { one }));
  expect(rowOf(documentsOf(steady).grid.rows, 'one').change).toBeUndefined();
});

test('a commit counts what it did: new, slower, failing, and gone where a whole run lacks it', () => {
  const days = [
    runOfDay(0, { one: 1000, two: 500, three: 100 }),
    on(1, [sampleResult('one', 2000), failed('two')]),
  ];
  const { grid } = documentsOf(days);
  expect(grid.commits.map(({ counts }) => counts)).toEqual([
    { slower: 0, faster: 0, failing: 0, new: 3, gone: 0, timed: 3 },
    { slower: 1, faster: 0, failing: 1, new: 0, gone: 1, timed: 1 },
  ]);
  expect(rowOf(grid.rows, 'three').state).toBe('gone');
});

test.for([
  ['interrupted', (run: Run): Run => ({ ...run, run: { ...run.run, interrupted: true } })],
  ['selected', (run: Run): Run => ({ ...run, run: { ...run.run, argv: ['--select=*/one/*'] } })],
] as const)('what an %s run lacks is not gone', ([, alter]) => {
  const { grid } = documentsOf([runOfDay(0, { one: 1000, two: 500 }), alter(runOfDay(1, { one: 1000 }))]);
  expect(rowOf(grid.rows, 'two').state).toBe('unjudged');
});

test('a run of a tree with changes, and one that is in no history, are shown and count for nothing', () => {
  const { run, ...rest } = runOfDay(1, { one: 3000 });
  const dirty = { ...rest, run: { ...run, commit: { ...run.commit, dirty: true } } };
  const { grid } = documentsOf([runOfDay(0, { one: 1000 }), dirty], {}, [runOfDay(2, { one: 4000 })]);
  expect(rowOf(grid.rows, 'one')).toMatchObject({ ns: 4000, times: [1000, 3000, 4000], marks: 'tdd' });
  expect(rowOf(grid.rows, 'one').change).toBeUndefined();
  expect(grid.commits.map(({ alone = false }) => alone)).toEqual([false, true, true]);
});

// Another run of the commit of a day, so many hours later.
const again = (day: number, hours: number, ns: number): Run => {
  const { run, ...rest } = runOfDay(day, { one: ns });
  const startedAt = new Date(Date.parse(run.commit.date) + hours * 3_600_000).toISOString();
  return { ...rest, run: { ...run, id: `${run.id}-${hours}`, startedAt } };
};

test('runs of a commit are one point, whoever ran between them what nobody judges', () => {
  const { run, ...rest } = again(0, 1, 5000);
  const dirty = { ...rest, run: { ...run, commit: { ...run.commit, dirty: true } } };
  const days = [runOfDay(0, { one: 1000 }), dirty, again(0, 2, 1010), runOfDay(1, { one: 2000 })];
  const { grid } = documentsOf(days);
  expect(rowOf(grid.rows, 'one')).toMatchObject({ times: [1005, 5000, 2000], marks: 'tdt' });
  expect(grid.commits.map(({ runs, counts }) => [runs, counts.new, counts.slower])).toEqual([
    [2, 1, 0],
    [1, 0, 0],
    [1, 0, 1],
  ]);
});

test('the best peer is that of the newest run with both, never a CPU', () => {
  const cpu = { ...samplePeer('cpu-1', 10), kind: 'cpu' as const };
  const days = [
    on(0, [sampleResult('one', 1000), samplePeer('torch', 900), samplePeer('cub', 800), cpu]),
    on(1, [sampleResult('one', 500), cpu]),
  ];
  const { rows } = documentsOf(days).grid;
  expect(rowOf(rows, 'one').best).toEqual({ rung: 'cub', name: 'cub 2.11', over: 0.8 });
  expect(rowOf(rows, 'cub')).toMatchObject({ kind: 'peer', state: 'unjudged', ns: 800 });
});

test('a newer run that has had some of the peers alone leaves the others beside ours', () => {
  const days = [
    on(0, [sampleResult('one', 1000), samplePeer('torch', 3000), samplePeer('cub', 800)]),
    on(1, [sampleResult('one', 500), samplePeer('torch', 2000)]),
  ];
  expect(rowOf(documentsOf(days).grid.rows, 'one').best).toMatchObject({ rung: 'cub', over: 0.8 });
  expect(rowOf(documentsOf([days[1]!]).grid.rows, 'one').best).toMatchObject({ rung: 'torch', over: 4 });
});

test('the headline of a family is its fastest rung that breaks nothing on purpose', () => {
  const day = runOfDay(0, { one: 1000, two: 500, three: 100 });
  const { overview } = documentsOf([day], { breaking: new Set(['reduce/three']) });
  expect(overview.headlines.map(({ rung }) => rung)).toEqual(['two']);
});

test('what the judge has confirmed, and what it suspects, is the state of a series', () => {
  const days = Array.from({ length: 24 }, (_, day) =>
    runOfDay(day, { one: (day < 12 ? 100_000 : 120_000) + 100 * (day % 3), two: 50_000 + 50 * (day % 3) }),
  );
  const judgement = judgeMachine(
    days[0]!.machine.key,
    days.map((run) => ({ run, local: false })),
  );
  const { rows } = documentsOf(days, { judgement }).grid;
  expect(rowOf(rows, 'one')).toMatchObject({ state: 'regressed', change: { at: 12, confirmed: true } });
  expect(rowOf(rows, 'two').state).toBe('same');
});

test('a change too small for two commits, which the judge has confirmed, is the last change', () => {
  const days = Array.from({ length: 24 }, (_, day) =>
    runOfDay(day, { one: (day < 12 ? 100_000 : 97_000) + 100 * (day % 3) }),
  );
  const judgement = judgeMachine(
    days[0]!.machine.key,
    days.map((run) => ({ run, local: false })),
  );
  const row = rowOf(documentsOf(days, { judgement }).grid.rows, 'one');
  expect(row).toMatchObject({ state: 'improved', change: { at: 12, confirmed: true, age: 11 } });
  expect(row.change?.effect).toBeCloseTo(-0.03, 2);
});

test('the overview says how many of its commits follow one another up to the newest', () => {
  const days = Array.from({ length: 80 }, (_, day) =>
    runOfDay(day, day === 2 ? { one: 1, two: 1 } : { one: 1 }),
  );
  const { commits, newest, attention } = documentsOf(days).overview;
  expect(attention.map(({ rung, state }) => [rung, state])).toEqual([['two', 'gone']]);
  expect([commits.length, newest]).toEqual([65, 64]);
});

test('what opens first is as large of a long history as of a short one', () => {
  const template = sampleRun({ results: [sampleResult('one', 100_000), sampleResult('two', 50_000)] });
  const [short, long] = [100, 600].map((runs) => {
    const whole = [...syntheticRuns(template, { runs, results: 2 })];
    const [machine] = machinesOf(
      whole.map((run) => ({ run, local: false })),
      new Map(),
    );
    const { overview } = documentsOf(whole);
    return JSON.stringify([indexOf([machine!]), overview]).length;
  });
  expect(long! / short!).toBeLessThan(1.05);
});

test('a file names old commits only where it must, and a point its commit', () => {
  const days = Array.from({ length: 80 }, (_, day) =>
    runOfDay(day, day === 2 ? { one: 1, two: 1 } : { one: 1 }),
  );
  const { commits, rows } = documentsOf(days).grid;
  expect(commits).toHaveLength(65);
  const two = rowOf(rows, 'two');
  expect(two.at.map((at) => commits[at]?.sha)).toEqual([days[2]!.run.commit.sha]);
  expect(rowOf(rows, 'one').times).toHaveLength(32);
});

test('a session that nobody trusts makes its series unstable', () => {
  const doubtful: Result = {
    ...sampleResult('one', 1000),
    comparable: false,
    comparableReasons: ['throttled'],
  };
  const run = sampleRun({ results: [doubtful] });
  expect(rowOf(documentsOf([run]).grid.rows, 'one')).toMatchObject({
    state: 'unstable',
    reason: 'throttled',
    marks: 'd',
    ns: 1000,
  });
});
