import type { SiteSpeed, SpeedRun } from '@kernel-ladder/schema';
import { expect, test } from 'vitest';
import { sampleFamily } from '../testing.ts';
import { drawnLines, speedConfig } from '../charts/speed.ts';
import { themes } from '../theme.ts';
import { speedLinesOf, speedText, speedVerdicts } from './speed.ts';

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

test('the chart has seconds on one axis and the share of the host on the other; the table has each value in words', () => {
  const [full] = speedLinesOf(speed);
  const { datasets, labels } = speedConfig(full!, themes.light).data;
  expect(labels).toHaveLength(2);
  expect(datasets.map(({ yAxisID, data }) => [yAxisID, data])).toEqual([
    ['time', [1, 2]],
    ['share', [40, null]],
  ]);
  expect(drawnLines(full!).map(({ quantity }) => quantity)).toEqual(['wallMs', 'hostShare']);
  const texts = full!.lines.map((line) => [0, 1].map((at) => speedText(line, at)));
  expect(texts).toEqual([
    ['1.000 s', '2.000 s'],
    ['100.0 ms', '200.0 ms'],
    ['40\u202f%', '—'],
  ]);
});

test('says what is judged, and what is suspected only', () => {
  const [full] = speedLinesOf(speed);
  const newest = { isSuspect: true, effect: 0.5, p: 0, q: 0, deltaMin: 0.05 };
  const [wall, each, host] = full!.lines;
  expect(speedVerdicts({ ...full!, lines: [wall!, { ...each!, newest }, host!] })).toEqual([
    'Wall time regressed: +100\u202f% (95 % +90.0 to +110\u202f%) at aaaaaaaa.',
    'Wall time of one id of the newest run is suspected: +50.0\u202f%. That is no verdict.',
  ]);
});
