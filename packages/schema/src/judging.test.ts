import { expect, test } from 'vitest';
import { parseLaunches, parseSeries, parseSiteJudgement, parseSiteSpeed } from './index.ts';
import { machine, passed, run } from './testing.ts';

const launches = {
  schemaVersion: 1,
  commit: run.run.commit,
  machine,
  effort: 'normal',
  sessions: run.sessions,
  ids: { [passed.id]: { kernelHash: '0123456789abcdef', mediansNs: [1000, 1002], sigma: 0.001 } },
};

test('takes an A/A file', () => {
  expect(parseLaunches('aa.json', launches)).toBe(launches);
});

test.for([
  { what: 'a value of zero', change: { values: [1, 0] }, says: '/values/1: must be > 0' },
  {
    what: 'a value beyond all numbers',
    change: { values: [1, Infinity] },
    says: '/values/1: must be number',
  },
  { what: 'no values', change: { values: [] }, says: '/values: must NOT have fewer than 1 items' },
  {
    what: 'a direction of its own',
    change: { direction: 'up' },
    says: '/direction: must be one of lower, higher',
  },
  {
    what: 'a hash too many',
    change: { kernelHashes: ['a', 'b'] },
    says: '/kernelHashes: must have one for each',
  },
])('refuses a series with $what', ({ change, says }) => {
  const series = { values: [1], direction: 'lower', ...change };
  expect(() => parseSeries('series.json', series)).toThrow(`series.json: ${says}`);
});

const judgement = {
  schemaVersion: 1,
  machineKey: 'gpu-vulkan-01234567',
  runs: [],
  series: [],
  changes: [],
  newest: null,
};
const judged = {
  id: 'reduce/naive/n=1,f32',
  points: 2,
  fewestPoints: 8,
  sigma: 0,
  launches: 0,
  sameKernelHash: null,
  segments: [],
  drift: null,
  aboveBest: null,
  move: { best: 3, bestNs: 1, since: 4, latest: 5, latestNs: 2, sameKernelHash: null },
};

test('takes a judgement without a run', () => {
  expect(parseSiteJudgement('j.json', judgement)).toBe(judgement);
});

test.for([
  [{ ...judgement, series: [{}] }, 'j.json: /series/0: must have required property'],
  [
    { ...judgement, newest: { run: 0, judged: 1, suspects: [], withheld: [] } },
    'j.json: /runs: has 0 runs, and run 0 is named',
  ],
  [{ ...judgement, series: [judged] }, 'j.json: /runs: has 0 runs, and run 3 is named'],
  [{ ...judgement, more: true }, 'j.json: /: unknown field "more"'],
] as const)('refuses the judgement %o with the place of the fault', ([value, message]) => {
  expect(() => parseSiteJudgement('j.json', value)).toThrow(message);
});

const level = { first: 0, last: 0, level: 1000 };
const speedOf = (last: number) => ({
  schemaVersion: 1,
  machineKey: 'gpu-vulkan-01234567',
  suites: [
    {
      suite: 'quick',
      peers: false,
      processors: 16,
      runs: [
        {
          run: {
            runId: 'one',
            startedAt: run.run.startedAt,
            commit: run.run.commit,
            suite: 'quick',
            local: false,
          },
          ids: 60,
          wallMs: 25_000,
          deviceMs: 15_000,
          judgingMs: 1000,
          phasesMs: { start: 3000 },
        },
      ],
      series: [{ quantity: 'wallMs', sigma: 0.01, levels: [{ ...level, last }], changes: [], newest: null }],
    },
  ],
});

test('takes the speed of suites, and refuses a level of runs that it does not have', () => {
  expect(parseSiteSpeed('speed.json', speedOf(0))).toEqual(speedOf(0));
  expect(() => parseSiteSpeed('speed.json', speedOf(1))).toThrow(
    'speed.json: /suites/0/runs: has 1 runs, and run 1 is named',
  );
});
