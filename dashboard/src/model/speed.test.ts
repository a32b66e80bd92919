import type { SiteSpeed, SpeedRun } from '@kernel-ladder/schema';
import { expect, test } from 'vitest';
import { sampleFamily } from '../testing.ts';
import { speedLinesOf } from './speed.ts';

function runOf(at: number, wallMs: number, deviceMs: number): SpeedRun {
  const [first] = sampleFamily.runs;
  const startedAt = `2026-03-0${at + 1}T00:00:00Z`;
  const run = { ...first!, runId: `run-${at}`, startedAt };
  return { run, ids: 10, wallMs, deviceMs, judgingMs: 0, phasesMs: {} };
}

const change = {
  direction: 'regressed',
  before: 0,
  after: 1,
  effect: 1,
  ciLow: 0.9,
  ciHigh: 1.1,
  p: 0,
} as const;
const series = { sigma: 0.01, newest: null };
const speed: SiteSpeed = {
  schemaVersion: 1,
  machineKey: 'gpu-vulkan-12345678',
  suites: [
    { suite: 'quick', peers: false, processors: null, runs: [runOf(0, 500, 500)], series: [] },
    {
      suite: 'full',
      peers: true,
      processors: 16,
      runs: [runOf(1, 1000, 600), runOf(2, 2000, 2000)],
      series: [
        {
          ...series,
          quantity: 'wallMs',
          levels: [
            { first: 0, last: 0, level: 1000 },
            { first: 1, last: 1, level: 2000 },
          ],
          changes: [change],
        },
        { ...series, quantity: 'wallMsPerId', levels: [], changes: [] },
        { ...series, quantity: 'hostShare', levels: [{ first: 0, last: 0, level: 0.4 }], changes: [] },
      ],
    },
  ],
};

test('the suite of the newest run comes first, with what tells it from others', () => {
  expect(speedLinesOf(speed).map(({ label, runs }) => [label, runs.length])).toEqual([
    ['full with peers on 16 processors', 2],
    ['quick', 1],
  ]);
});

test('each quantity is a line in its unit, with its levels and changes; what is not above 0 is no value', () => {
  const [wall, each, host] = speedLinesOf(speed)[0]!.lines;
  expect(wall).toMatchObject({ unit: 'ms', values: [1000, 2000], changes: [change] });
  expect(wall!.levels.map(({ level }) => level)).toEqual([1000, 2000]);
  expect(each).toMatchObject({ unit: 'ms', values: [100, 200] });
  expect(host).toMatchObject({ unit: '%', values: [40, null], levels: [{ level: 40 }] });
});
