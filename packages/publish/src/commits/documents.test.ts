// What commits did, by runs whose times are known.
import { effectStates, parseSiteCommits, parseSiteEffects } from '@kernel-ladder/schema';
import type { Result, Run, SiteJudgement } from '@kernel-ladder/schema';
import { expect, test } from 'vitest';
import { commitFiles } from '../files.ts';
import { machinesOf } from '../testing-site.ts';
import { atClockOf, runOfDay, samplePeer, sampleResult } from '../testing.ts';
import { commitDocuments } from './documents.ts';

interface Options {
  readonly judgement?: Pick<SiteJudgement, 'series'>;
  readonly local?: readonly Run[];
}

function documentsOf(runs: readonly Run[], { judgement, local = [] }: Options = {}) {
  const [machine] = machinesOf(
    [...runs.map((run) => ({ run, local: false })), ...local.map((run) => ({ run, local: true }))],
    new Map(),
  );
  const [commits, ...effects] = commitFiles(commitDocuments(machine!, judgement ?? null));
  return {
    commits: parseSiteCommits(commits!.name, commits!.content),
    effects: effects.map(({ name, content }) => parseSiteEffects(name, content)),
  };
}

/** Of each rung its states, a word a commit. */
function statesOf({ effects }: ReturnType<typeof documentsOf>) {
  const words = new Map<string, string[]>();
  for (const page of effects)
    for (const { id, states } of page.rows) {
      const own = [...states].map((letter) => effectStates[Number(letter)] ?? '');
      words.set(id.split('/')[1]!, [...(words.get(id.split('/')[1]!) ?? []), ...own]);
    }
  return Object.fromEntries(words);
}

const failed = (rung: string): Result => {
  const { timing: _, metrics: __, ...result } = sampleResult(rung, 1);
  return {
    ...result,
    status: 'failed',
    reason: { code: 'wrong-result', message: 'got 3' },
    comparable: false,
  };
};
const throttled = (rung: string, ns: number): Result => ({
  ...sampleResult(rung, ns),
  comparable: false,
  comparableReasons: ['throttled'],
});
const on = (day: number, results: readonly Result[], more: Partial<Run['run']> = {}): Run => {
  const run = runOfDay(day, {});
  return { ...run, run: { ...run.run, ...more }, results: [...results] };
};
const timed = (times: Readonly<Record<string, number>>) =>
  Object.entries(times).map(([rung, ns]) => sampleResult(rung, ns));

test('every series is in exactly one state, and the states add up to all that the machine knew', () => {
  const made = documentsOf([
    on(0, timed({ slower: 1000, faster: 1000, steady: 1000, broken: 1000, dropped: 1000, doubtful: 1000 })),
    on(1, [
      ...timed({ slower: 2000, faster: 500, steady: 1030, fresh: 1000 }),
      failed('broken'),
      throttled('doubtful', 700),
    ]),
    on(
      2,
      timed({ slower: 2000, faster: 500, steady: 970, broken: 1000, fresh: 1000, doubtful: 1000, late: 1 }),
    ),
  ]);
  expect(statesOf(made)).toEqual({
    slower: ['new', 'slower', 'steady'],
    faster: ['new', 'faster', 'steady'],
    steady: ['new', 'steady', 'faster'],
    broken: ['new', 'failing', 'steady'],
    dropped: ['new', 'gone', 'unmeasured'],
    doubtful: ['new', 'unjudged', 'steady'],
    fresh: ['', 'new', 'steady'],
    late: ['', '', 'new'],
  });
  expect(made.commits.map(({ counts }) => counts.reduce((sum, count) => sum + count, 0))).toEqual([6, 7, 8]);
  const { rows, reasons } = made.effects[0]!;
  const whys = rows.flatMap((row) => row.whys ?? []).filter((why) => why >= 0);
  expect(whys.map((why) => reasons[why])).toEqual(['wrong-result: got 3', 'throttled']);
});

test('a commit that slowed series and the next one that repaired them are told by both', () => {
  const made = documentsOf([
    on(0, timed({ one: 1000, two: 1000, three: 1000 })),
    on(1, timed({ one: 1560, two: 1880, three: 1560 })),
    on(2, timed({ one: 1010, two: 1010, three: 1500 })),
  ]);
  expect(made.commits.map(({ repairs, standing, undone }) => ({ repairs, standing, undone }))).toEqual([
    { repairs: [], standing: 0, undone: [] },
    { repairs: [[2, 2]], standing: 1, undone: [] },
    { repairs: [], standing: 0, undone: [[1, 2]] },
  ]);
});

test('a repair of two steps undoes both', () => {
  const runs = [1000, 1500, 2000, 1000].map((ns, day) => on(day, timed({ one: ns })));
  const [row] = documentsOf(runs).effects[0]!.rows;
  expect(row).toMatchObject({
    repairs: [
      [1, 3],
      [2, 3],
    ],
    undoes: [
      [3, 1],
      [3, 2],
    ],
  });
});

test.for([
  { what: 'was interrupted', more: { interrupted: true } },
  { what: 'was asked for a part of its suite', more: { argv: ['--select=reduce/two'] } },
  { what: 'was of another suite', more: { suite: 'full' } },
])('what a run lacks that $what is not measured, and not gone', ({ more }) => {
  const made = documentsOf([on(0, timed({ one: 1000, two: 1000 })), on(1, timed({ two: 1000 }), more)]);
  expect(statesOf(made)).toEqual({ one: ['new', 'unmeasured'], two: ['new', 'steady'] });
});

test('all runs of a commit are one look: the middle of its times', () => {
  const again = on(1, timed({ one: 1600 }), { id: 'again' });
  const { effects, commits } = documentsOf([on(0, timed({ one: 1000 })), on(1, timed({ one: 1400 })), again]);
  expect(effects[0]!.rows[0]).toMatchObject({ ns: [1000, 1500], states: '30' });
  expect(commits.map(({ runs }) => runs.length)).toEqual([1, 2]);
});

test('tells whether the kernel is another one', () => {
  const [row] = documentsOf([
    on(0, [{ ...sampleResult('one', 1000), kernelHash: 'aaaaaaaaaaaaaaaa' }]),
    on(1, [{ ...sampleResult('one', 2000), kernelHash: 'bbbbbbbbbbbbbbbb' }]),
    on(2, [{ ...sampleResult('one', 1000), kernelHash: 'bbbbbbbbbbbbbbbb' }]),
  ]).effects[0]!.rows;
  expect(row!.kernels).toBe('?!=');
});

test('nobody judges local runs, trees with changes, and peers', () => {
  const clean = on(1, timed({ one: 9000 }));
  const dirty = { ...clean, run: { ...clean.run, commit: { ...clean.run.commit, dirty: true } } };
  const peers = [1000, 9000].map((ns) => samplePeer('torch', ns));
  const made = documentsOf(
    [on(0, [...timed({ one: 1000 }), peers[0]!]), dirty, on(3, [...timed({ one: 1000 }), peers[1]!])],
    { local: [on(2, timed({ one: 9000 }))] },
  );
  expect(made.commits).toHaveLength(2);
  expect(statesOf(made)).toEqual({ one: ['new', 'steady'], torch: ['new', 'unjudged'] });
});

test('known noise decides how much a series must move', () => {
  const runs = [on(0, timed({ one: 1000 })), on(1, timed({ one: 1100 }))];
  const [id] = documentsOf(runs).effects[0]!.rows.map((row) => row.id);
  // What is read of a judgement here.
  const judgement = { series: [{ id, launches: 10, sigma: 0.05 }] } as unknown as SiteJudgement;
  expect(statesOf(documentsOf(runs))).toEqual({ one: ['new', 'slower'] });
  expect(statesOf(documentsOf(runs, { judgement }))).toEqual({ one: ['new', 'steady'] });
});

test('sixteen commits are a file, which says what was before it', () => {
  const runs = Array.from({ length: 18 }, (_, day) =>
    on(day, day === 15 ? [failed('one')] : timed({ one: 1000 + 1000 * Math.floor(day / 16) })),
  );
  const { effects } = documentsOf(runs);
  expect(effects.map(({ first, commits }) => [first, commits])).toEqual([
    [0, 16],
    [16, 2],
  ]);
  expect(effects[1]!.rows[0]).toMatchObject({ states: '05', seen: 15, timed: 14, timedNs: 1000 });
});

test('a commit whose launches found a lower clock did nothing to them, and says why', () => {
  const made = documentsOf([
    atClockOf(on(0, timed({ one: 1000, two: 1000 })), 0.8),
    atClockOf(on(1, timed({ one: 1300, two: 3000 })), 0.6),
  ]);
  expect(statesOf(made)).toEqual({ one: ['new', 'unjudged'], two: ['new', 'slower'] });
  expect(made.effects[0]!.reasons).toEqual([
    'the launch left the clock at 60 % of full speed, and at 80 % before',
  ]);
});
