// A short version of the benchmark: seeded, so it fails when the detector changes for the worse and never by luck.
import { expect, test } from 'vitest';
import { detect } from '../src/index.ts';
import { restless, restlessSeries, runCost } from './cost.ts';
import type { RestlessName } from './cost.ts';
import { readLaunches, runLaunches } from './launches.ts';
import { runCell } from './trials.ts';
import { blockRates } from './verdicts.ts';
import { wilson } from './wilson.ts';

// Floors of the design for series of 100 points, in shares of series with any false alarm.
test.for([
  ['gaussian', 0.02],
  ['spiky', 0.03],
  ['ar1 0.5', 0.03],
  ['bimodal', 0.03],
] as const)('%s noise raises a false alarm in at most %f of the series', ([family, bound]) => {
  const outcomes = runCell({ family, points: 100, series: 250, shape: 'none', effect: 0, after: 0 });
  const ours = outcomes.filter(({ detector }) => detector.startsWith('detect'));
  expect(ours).toHaveLength(2);
  for (const { found } of ours) expect(found.rate).toBeLessThanOrEqual(bound);
});

test.for([
  [0.05, 3, 0.95],
  [0.03, 5, 0.85],
] as const)(
  'a step of %f is found %i points later in at least %f of the series',
  ([effect, after, floor]) => {
    const cell = { family: 'gaussian', points: 100, series: 200, shape: 'step', effect, after } as const;
    const found = runCell(cell).find(({ detector }) => detector === 'detect, A/A')!.found;
    expect(found.rate).toBeGreaterThanOrEqual(floor);
  },
);

test('autocorrelation costs a long level little: a step of 3 % at rho 0.7 stands out after 50 points', () => {
  const cell = {
    family: 'ar1 0.7',
    points: 100,
    series: 100,
    shape: 'step',
    effect: 0.03,
    after: 50,
  } as const;
  const ours = runCell(cell).filter(({ detector }) => detector.startsWith('detect'));
  for (const { found } of ours) expect(found.rate).toBeGreaterThanOrEqual(0.8);
});

test('a step is found where the noise is a tick of the clock', () => {
  const cell = { family: 'ticks', points: 30, series: 100, shape: 'step', effect: 0.03, after: 3 } as const;
  const ours = runCell(cell).filter(({ detector }) => detector.startsWith('detect'));
  expect(ours.map(({ found }) => found.rate)).toEqual([1, 1]);
});

test('the benchmark sees a detector that alarms: the ratio rule on spikes', () => {
  const outcomes = runCell({ family: 'spiky', points: 100, series: 50, shape: 'none', effect: 0, after: 0 });
  expect(outcomes.find(({ detector }) => detector === 'ratio 110 %')!.found.rate).toBeGreaterThan(0.9);
});

test('paired blocks keep their error rates over all looks', () => {
  const { REGRESSED, IMPROVED } = blockRates(0, 0.03, 500).verdicts;
  expect(REGRESSED.low).toBeLessThanOrEqual(0.01);
  expect(IMPROVED.low).toBeLessThanOrEqual(0.01);
  expect(blockRates(0.02, 0.005, 500).verdicts.SAME.low).toBeLessThanOrEqual(0.05);
});

test('reads launches and finds the steps put into them', () => {
  const medians = Array.from({ length: 20 }, (_, at) => 1000 + ((at * 7) % 5));
  const launches = readLaunches({ ids: { a: { mediansNs: medians }, b: medians } }, 'aa.json');
  const outcomes = runLaunches('aa.json', launches).filter(({ judge }) => judge === 'detect');
  expect(outcomes.map(({ effect, found }) => [effect > 0, found.rate])).toEqual([
    [false, 0],
    ...Array.from({ length: 6 }, () => [true, 1]),
  ]);
  expect(() => readLaunches({ ids: { a: 3 } }, 'aa.json')).toThrow('aa.json: /ids/a: give an array');
});

test.for(Object.keys(restless) as RestlessName[])(
  'judges 500 points of %s with at most four p-values a proposed boundary',
  (kind) => {
    const { proposed, asked } = runCost(kind, 500, 5);
    expect(asked.most).toBeLessThanOrEqual(4 * proposed.most);
  },
);

// How the work is done may change, not what is found.
test.for([
  ['one level', []],
  ['a change in 100 commits', [61, 150]],
  ['two levels in turns', [39, 48, 54, 59, 69, 78, 84, 91, 134, 143, 149, 158]],
  ['a wandering level', [11, 25, 33, 46, 78, 103, 131, 134, 182]],
  ['slow clusters', [14, 18, 26, 30, 51, 55, 63, 67, 80, 84, 90, 94, 127, 140, 148, 152, 180, 184, 197]],
] as const)('finds the same changes in %s as ever', ([kind, places]) => {
  const { changes } = detect({ values: restlessSeries(kind, 200, 1), direction: 'lower', id: '1' });
  expect(changes.map(({ index }) => index)).toEqual(places);
});

test("gives Wilson's interval", () => {
  expect(wilson(0, 100)).toMatchObject({ rate: 0, low: 0, high: 0.037 });
  expect(wilson(50, 100)).toMatchObject({ low: 0.4038, high: 0.5962 });
});
