import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parseQuality } from '../quality.ts';
import type { Outcome, Quality } from '../quality.ts';
import { falseAlarmTable, powerTable, summaryOf, toneOf } from './quality.ts';
import type { RateTable } from './quality.ts';

function outcome(family: string, rate: number, more: Partial<Outcome> = {}): Outcome {
  const found = { hits: 1000 * rate, trials: 1000, rate, low: 0, high: 1 };
  return { family, points: 100, shape: 'none', effect: 0, after: 0, detector: 'detect', found, ...more };
}

const step = { shape: 'step', effect: 0.05, after: 3 };
const quality: Quality = {
  heldOut: [],
  falseAlarms: [
    outcome('quiet', 0),
    outcome('plain', 0.02),
    outcome('wild', 0.3),
    outcome('wild', 0.9, { detector: 'ratio 105 %' }),
    outcome('short', 0.9, { points: 30 }),
  ],
  power: [outcome('quiet', 1, step), outcome('plain', 0.8, step), outcome('wild', 0.1, step)],
  delays: [],
  coverage: [],
  blocks: [],
  gate: [],
  launches: [],
};

function tones({ rows }: RateTable): ReadonlySet<string> {
  return new Set(rows.flatMap(({ cells }) => cells.flatMap((cell) => cell?.tone ?? [])));
}

test('sums up the judge by the median and the worst kind of noise', () => {
  const said = summaryOf(quality)?.replaceAll('\u202f', ' ');
  expect(said).toContain(
    'an alarm in 2.0 % of series of 100 runs: the median of 3 kinds of noise, 30.0 % at worst, wild',
  );
  expect(said).toContain('finds 80.0 % within two commits');
  expect(said).toContain('10.0 % at worst, wild');
  expect(summaryOf({ ...quality, power: [] })).toBeNull();
});

test('tells alarms from steps found, and right verdicts from wrong ones', () => {
  expect(tones(falseAlarmTable(quality))).toEqual(new Set(['wrong']));
  expect(tones(powerTable(quality, step))).toEqual(new Set(['right']));
  const verdicts = ['REGRESSED', 'IMPROVED', 'SAME', 'UNDECIDED'];
  expect(verdicts.map((name) => toneOf(name, 0))).toEqual(['wrong', 'wrong', 'right', 'open']);
  expect(verdicts.map((name) => toneOf(name, 0.03))).toEqual(['right', 'wrong', 'wrong', 'open']);
  expect(verdicts.map((name) => toneOf(name, -0.03))).toEqual(['wrong', 'right', 'wrong', 'open']);
});

test('reads the committed benchmark: every cell has every detector, every share its interval', () => {
  const file = new URL('../../../packages/stats/quality/quality.json', import.meta.url);
  const whole = parseQuality('quality.json', JSON.parse(readFileSync(file, 'utf8')));
  const detectors = new Set(whole.power.map(({ detector }) => detector));
  const cells = new Set(
    whole.power.map((row) => [row.family, row.points, row.shape, row.effect, row.after].join(' ')),
  );
  expect(whole.power).toHaveLength(detectors.size * cells.size);
  const rates = [...whole.falseAlarms, ...whole.power].map(({ found }) => found);
  expect(rates.filter(({ low, rate, high }) => !(low <= rate && rate <= high))).toEqual([]);
  const { rows } = falseAlarmTable(whole);
  expect(rows.flatMap(({ cells: own }) => own)).not.toContain(null);
});

test('refuses a rate that is not four numbers', () => {
  const cell = { family: 'f', points: 1, shape: 'none', effect: 0, after: 0, found: [[1, 2, 0]] };
  const empty = { power: [], delays: [], coverage: [], blocks: [], gate: [], launches: [] };
  const file = { schemaVersion: 2, heldOut: [], detectors: ['detect'], falseAlarms: [cell], ...empty };
  expect(() => parseQuality('quality.json', file)).toThrow('quality.json: /falseAlarms/0/found/0: ');
});
