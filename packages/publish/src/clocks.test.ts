import type { Run } from '@kernel-ladder/schema';
import { expect, test } from 'vitest';
import { areOtherClocks } from './clocks.ts';
import { compareSides } from './compare/compare.ts';
import { mayCompare } from './comparable.ts';
import { gateOf } from './gate.ts';
import { unknownNoise } from './noise.ts';
import { atClockOf, runOfDay, sampleResult, sampleRun, steadyDays } from './testing.ts';
import { judgeMachine } from './testing-site.ts';

const full = { ns: 100_000, clock: 1 };

test.for([
  ['one clock, whatever the times are', { ns: 150_000, clock: 1 }, full, false],
  // gemm/naive/m=4096,n=4096,k=4096,f32 of an H200: two runs of commit f4401238 on one card.
  ['the noise of one card', { ns: 28_297_984, clock: 0.781 }, { ns: 27_919_232, clock: 0.826 }, false],
  ['the noise of two cards', { ns: 33_438_592, clock: 0.896 }, { ns: 33_428_864, clock: 0.933 }, false],
  ['a clock that just stayed up, and one that just did not', full, { ns: 100_000, clock: 0.94 }, false],
  ['a hot card', full, { ns: 120_000, clock: 0.82 }, true],
  ['a lowered limit of power', { ns: 100_000, clock: 0.8 }, { ns: 133_000, clock: 0.6 }, true],
  ['a limit that was lifted', { ns: 133_000, clock: 0.6 }, { ns: 100_000, clock: 0.8 }, true],
  ['a clock that hides what got slower', { ns: 100_000, clock: 0.8 }, { ns: 100_000, clock: 1 }, true],
  ['half of the speed, at nine tenths of the clock', full, { ns: 200_000, clock: 0.9 }, false],
  ['a gain at a lower clock', full, { ns: 80_000, clock: 0.8 }, false],
  ['a loss at a higher clock', { ns: 100_000, clock: 0.8 }, { ns: 120_000, clock: 1 }, false],
  ['a gain that lets the clock rise', { ns: 100_000, clock: 0.8 }, { ns: 40_000, clock: 1 }, false],
] as const)('tells what may be the clock alone: %s', ([, one, other, isOther]) => {
  expect(areOtherClocks(one, other)).toBe(isOther);
});

const atClock = (clock: number, ns: number): Run =>
  atClockOf(sampleRun({ results: [sampleResult('one', ns)] }), clock);

/** The verdict on two sides, each of launches with a clock and a time. */
function judged(
  base: readonly (readonly [clock: number, ns: number])[],
  head: readonly (readonly [clock: number, ns: number])[],
  allowIncomparable = false,
) {
  const [before, after] = [base, head].map((side) => side.map(([clock, ns]) => atClock(clock, ns)));
  const { machine } = sampleRun();
  const options = {
    noiseOf: () => ({ sigma0: 0.003, launches: 10 }),
    allowIncomparable,
    isWanted: () => true,
  };
  const sides = [before, after].map((runs) => ({ machine, runs: runs ?? [] }));
  const { compared, geomean } = compareSides(sides[0]!, sides[1]!, options);
  return compared.map(({ verdict, reasons }) => ({ verdict, reasons, isCounted: geomean !== null }));
}

test('two runs with other clocks are no verdict, and say why', () => {
  const withheld = { verdict: 'UNDECIDED', reasons: ['other-clock'], isCounted: false };
  expect(judged([[0.8, 100_000]], [[0.6, 130_000]])).toEqual([withheld]);
  expect(judged([[0.6, 130_000]], [[0.8, 100_000]])).toEqual([withheld]);
  expect(judged([[0.6, 100_000]], [[0.8, 100_000]])).toEqual([withheld]);
  expect(judged([[0.8, 100_000]], [[0.6, 130_000]], true)).toMatchObject([{ verdict: 'REGRESSED' }]);
  expect(judged([[0.8, 100_000]], [[0.78, 130_000]])).toMatchObject([
    { verdict: 'REGRESSED', isCounted: true },
  ]);
});

test('of several launches those at one clock are held against each other', () => {
  const mixed = [
    [0.8, 100_000],
    [0.6, 130_000],
  ] as const;
  expect(judged([[0.8, 100_000]], mixed)).toMatchObject([{ verdict: 'SAME', isCounted: true }]);
});

test('whoever asks about two results is told of their clocks', () => {
  const sides = [atClock(0.8, 100_000), atClock(0.6, 130_000)].map(({ machine, results }) => ({
    machine,
    result: results[0]!,
  }));
  expect(mayCompare(sides)).toEqual({ may: false, reasons: ['other-clock'] });
  expect(mayCompare(sides, 'everything').may).toBe(true);
});

test('the gate suspects no commit whose launches found a lower clock', () => {
  const slower = runOfDay(20, { one: 130_000, two: 50_000 });
  const days = steadyDays.map((run) => atClockOf(run, 0.8));
  expect(gateOf([...days, atClockOf(slower, 0.6)], unknownNoise)).toMatchObject({ suspects: [] });
  const [suspect] = gateOf([...days, atClockOf(slower, 0.78)], unknownNoise)!.suspects;
  expect(suspect?.id).toBe('reduce/one/n=1024,f32');
});

/** Six days at one clock, then slower ones at this. */
const daysAt = (clock: number) =>
  steadyDays.map((run, day) =>
    day < 6
      ? atClockOf(run, 0.8)
      : atClockOf(runOfDay(day, { one: 130_000 + day, two: 65_000 + day }), clock),
  );

test('a card that is given less power is no change of level, and no change that a commit made', () => {
  const key = sampleRun().machine.key;
  const judge = (clock: number) =>
    judgeMachine(
      key,
      daysAt(clock).map((run) => ({ run, local: false })),
      () => ({ sigma0: 0.003, launches: 10 }),
    );
  expect(judge(0.78).changes).toHaveLength(2);
  const lowered = judge(0.6);
  expect(lowered.changes).toEqual([]);
  expect(lowered.series.map(({ points }) => points)).toEqual([6, 6]);
});
