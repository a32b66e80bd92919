// Each rule on a contradiction that is planted into a recorded run.
import { describe, expect, test } from 'vitest';
import { machineKey, parseRun, validateRun } from '../index.ts';
import type { Machine, Result, Run } from '../index.ts';
import {
  readRecorded,
  recorded,
  recordedFiles,
  setCommit,
  setMachine,
  setResult,
  setRun,
  setTiming,
} from './testing.ts';
import type { Planted } from './testing.ts';

const software = readRecorded(recordedFiles.find((file) => file.includes('swiftshader')) ?? '');
const now = Date.parse('2026-12-01T00:00:00Z');

const covered = { set: 'EC', total: 2, passed: 2, skipped: 0, failed: [] };

const planted: readonly Planted[] = [
  {
    what: 'an id twice',
    change: (run) => ({ ...run, results: [...run.results, ...run.results.slice(0, 1)] }),
    says: '/results/60/id: "allreduce/naive/n=16777216,ranks=8,f32" stands twice',
  },
  {
    what: 'no result',
    change: (run) => ({ ...run, results: [] }),
    says: '/results: empty, and the run was not interrupted',
  },
  {
    what: 'no session',
    change: (run) => ({ ...run, sessions: [] }),
    says: '/sessions: empty, and the run was not interrupted',
  },
  {
    what: 'another size than the id',
    change: setResult(({ params }) => ({ params: { ...params, n: 1024 } })),
    says: '/results/0/params: n is 1024, and the case is "n=16777216,ranks=8,f32"',
  },
  {
    what: 'another type than the id',
    change: setResult(({ params }) => ({ params: { ...params, dtype: 'f16' } })),
    says: '/results/0/params: dtype is f16, and the case is "n=16777216,ranks=8,f32"',
  },
  {
    what: 'a parameter beside the id',
    change: setResult(({ params }) => ({ params: { ...params, op: 'max' } })),
    says: '/results/0/params: are those of "n=16777216,ranks=8,op=max,f32", and the case is "n=16777216,ranks=8,f32"',
  },
  {
    what: 'a failed case behind a pass',
    change: setResult(() => ({ coverage: [{ ...covered, passed: 1, failed: ['n=3,f32'] }] })),
    says: '/results/0/coverage/0/failed: passed, and failed "n=3,f32" of EC',
  },
  {
    what: 'a case without an outcome',
    change: setResult(() => ({ coverage: [{ ...covered, total: 3 }] })),
    says: '/results/0/coverage/0/total: 3 cases, and 2 have an outcome',
  },
  {
    what: 'no seed',
    change: setResult(({ check }) => (check ? { check: { ...check, seeds: [] } } : {})),
    says: '/results/0/check/seeds: passed, and names no seed',
  },
  ...(['kernelHash', 'dispatch', 'metrics'] as const).map((name) => ({
    what: `a pass without ${name}`,
    change: (run: Run) => ({
      ...run,
      results: run.results.map(({ [name]: _without, ...rest }): Result => rest),
    }),
    says: `run.json: /results/0: ${name === 'metrics' ? 'is timed' : 'passed'}, and has no ${name}`,
  })),
  {
    what: 'a comparable timing with a reason against it',
    change: setResult(() => ({ comparableReasons: ['throttled'] })),
    says: '/results/0/comparable: true in spite of throttled',
  },
  {
    what: 'an incomparable timing without a reason',
    change: setResult(() => ({ comparable: false })),
    says: '/results/0/comparableReasons: empty, and the timing is not comparable',
  },
  {
    what: 'a reason that the machine is not',
    change: setResult(() => ({ comparable: false, comparableReasons: ['software-adapter'] })),
    says: '/results/0/comparableReasons: has software-adapter, which the machine is not',
  },
  {
    what: 'a coarse timer that the result does not tell of',
    change: setMachine({ timer: { ...recorded.machine.timer, quantized: true } }),
    says: '/results/0/comparableReasons: lacks quantized-timestamps',
  },
  {
    what: 'a clock that the result does not tell of',
    change: setTiming(() => ({ clock: 'host' })),
    says: '/results/0/comparableReasons: lacks host-clock',
  },
  {
    what: 'seeds that do not follow one another',
    change: setResult(({ check }) => (check ? { check: { ...check, seeds: [7, 9] } } : {})),
    says: '/results/0/check/seeds: 7, 9 do not follow one another: a run checks on its seed and the next ones',
  },
  {
    what: 'more than the measured roof, and no datasheet',
    change: setResult(({ metrics }) => {
      const { pctOfPeak: _unknown, ...rest } = metrics ?? {};
      return { metrics: { ...rest, pctOfRoof: 105.1 } };
    }),
    says: '/results/0/metrics/pctOfRoof: 105.1 is above 105: a measurement error',
  },
  {
    what: 'a run from the future',
    change: setRun({ startedAt: '2026-12-03T00:00:00Z' }),
    says: '/run/startedAt: 2026-12-03T00:00:00Z is in the future',
  },
  {
    what: 'a run before the project',
    change: setRun({ startedAt: '1970-01-01T00:00:00Z' }),
    says: '/run/startedAt: 1970-01-01T00:00:00Z is before the project began',
  },
  {
    what: 'a commit before the project',
    change: setCommit({ date: '2019-11-22T04:48:57Z' }),
    says: '/run/commit/date: 2019-11-22T04:48:57Z is before the project began',
  },
  {
    what: 'a commit after its run',
    change: setCommit({ date: '2026-11-24T00:00:00Z' }),
    says: '/run/commit/date: 2026-11-24T00:00:00Z is after the run',
  },
  {
    what: 'another driver under the same key',
    change: setMachine({ driver: 'NVIDIA: 999.0' }),
    says: '/machine/key: "nvidia-h200-vulkan-f683e31d", and its parts have the key "nvidia-h200-vulkan-',
  },
  {
    what: 'another adapter under the same key',
    change: setMachine({ adapter: { ...recorded.machine.adapter, name: 'NVIDIA B200' }, os: 'a page' }),
    says: '/machine/key: "nvidia-h200-vulkan-f683e31d", and its parts have the key "nvidia-b200-vulkan-f683e31d"',
  },
  {
    what: 'a software adapter that says it is hardware',
    change: setMachine({ adapter: { ...recorded.machine.adapter, name: 'SwiftShader Device (Subzero)' } }),
    says: '/machine/software: false, and the adapter is "SwiftShader Device (Subzero)"',
  },
];

test.for(planted)('refuses $what', ({ change, says }) => {
  expect(() => validateRun('run.json', change(recorded), now)).toThrow(says);
});

describe('of a software adapter', () => {
  const cases: readonly Planted[] = [
    {
      what: 'a hardware key',
      change: setMachine({ key: recorded.machine.key }),
      says: '/machine/key: "nvidia-h200-vulkan-f683e31d", and its parts have the key "swiftshader-device-subzero-vulkan-',
    },
    {
      what: 'a datasheet',
      change: setMachine({ peaks: recorded.machine.peaks }),
      says: '/machine/peaks: are those of hardware',
    },
    {
      what: 'a card',
      change: setMachine({ card: { id: '0123456789abcdef', bus: '0000:00:06.0' } }),
      says: '/machine/card: is one of hardware',
    },
    {
      what: 'comparable timings',
      change: setResult(() => ({ comparable: true, comparableReasons: [] })),
      says: '/results/0/comparableReasons: lacks software-adapter',
    },
    {
      what: 'the name of hardware',
      change: setMachine({ software: false, adapter: recorded.machine.adapter }),
      says: '/machine/cpu: is a part of a software adapter alone',
    },
  ];
  test.for(cases)('refuses $what', ({ change, says }) => {
    expect(() => validateRun('run.json', change(software), now)).toThrow(`run.json: ${says}`);
  });
});

test('takes what a killed process left: results without a session', () => {
  const left = setRun({ interrupted: true })({ ...recorded, sessions: [] });
  expect(validateRun('run.json', left, now)).toBe(left);
});

test('takes a clock that is half a day off, and a tree without a git history', () => {
  const fast = setRun({ startedAt: '2026-12-01T12:00:00Z' })(recorded);
  expect(validateRun('run.json', fast, now)).toBe(fast);
  const bare = setCommit({ sha: '0'.repeat(40), date: '1970-01-01T00:00:00Z' })(recorded);
  expect(validateRun('run.json', bare, now)).toBe(bare);
});

test.for(['2026-02-30T00:00:00Z', '2026-02-29T00:00:00+02:00', '2026-00-10T00:00:00Z'])(
  '%s is no date, of a run or of its commit',
  (date) => {
    expect(() => parseRun('run.json', setRun({ startedAt: date })(recorded))).toThrow('/run/startedAt: ');
    expect(() => parseRun('run.json', setCommit({ date })(recorded))).toThrow('/run/commit/date: ');
  },
);

describe('a browser', () => {
  const { card: _, ...native } = recorded.machine;
  const browser = { name: 'Google Chrome', version: '153', system: 'Windows' };
  const parts: Machine = { ...native, backend: 'browser', driver: '', toggles: [], browser };
  const key = machineKey(parts, { platform: '', arch: '' });
  const inBrowser = { ...recorded, machine: { ...parts, key } };
  const withMachine = (change: Partial<Machine>): Run => ({
    ...inBrowser,
    machine: { ...inBrowser.machine, ...change },
  });

  test('is a machine like any other', () => {
    expect(() => validateRun('browser', inBrowser, now)).not.toThrow();
  });

  test.for<[string, Partial<Machine>, string]>([
    ['a driver', { driver: '580.159.04' }, '/machine/driver: is what no browser tells'],
    ['toggles', { toggles: ['skip_validation'] }, '/machine/toggles: are what no browser tells'],
    ['another backend', { backend: 'vulkan' }, '/machine/browser: is there, and the backend is "vulkan"'],
    ['another version', { browser: { ...browser, version: '154' } }, `/machine/key: "${key}", and its parts`],
    ['a native key', { key: recorded.machine.key }, `/machine/key: "${recorded.machine.key}", and its parts`],
  ])('is refused with %s', ([, change, says]) => {
    expect(() => validateRun('browser', withMachine(change), now)).toThrow(says);
  });

  test('names itself', () => {
    const { browser: _browser, ...unnamed } = inBrowser.machine;
    expect(() => validateRun('browser', { ...inBrowser, machine: unnamed }, now)).toThrow(
      '/machine/backend: browser, and the machine names no browser',
    );
  });
});
