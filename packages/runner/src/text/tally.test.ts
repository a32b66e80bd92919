import { expect, test } from 'vitest';
import { sampleResult } from '../../fixtures/testing.ts';
import { coverProcess } from '../process/cover.ts';
import { createTally, longestText, sharesText, tallied } from './tally.ts';

test('adds up phases, and what ids have taken of the device and of their judges', () => {
  let at = 1000;
  const tally = createTally(() => at);
  const spend = (phase: string, ms: number) => {
    tally.enter(phase);
    at += ms;
  };
  at += 100;
  spend('check', 200);
  tally.add({ deviceMs: 150.4, judgingMs: 20 });
  spend('sample', 300);
  tally.add({ deviceMs: 250.2, judgingMs: 30 });
  spend('check', 390);
  spend('rulers', 10);
  spend('host', 5);
  expect(tally.read()).toEqual({
    wallMs: 1005,
    deviceMs: 401,
    judgingMs: 50,
    phasesMs: { start: 100, check: 590, sample: 300, rulers: 10, host: 5 },
  });
});

test('names shares, the longest first, and leaves out what took no time', () => {
  const phasesMs = { start: 100, check: 590, sample: 300, rulers: 10, host: 5 };
  const spent = { wallMs: 1005, deviceMs: 401, judgingMs: 50, phasesMs };
  expect(sharesText(spent)).toBe('check 59 %, sample 30 %, start 10 %; of it device 40 %, judging 5 %');
  expect(sharesText({ ...spent, deviceMs: 0, judgingMs: 0 })).toBe('check 59 %, sample 30 %, start 10 %');
});

const result = (id: string) => ({ ...sampleResult('one', 1), id });

test('what judges say late ends no phase of the id that is on the device meanwhile', () => {
  let at = 0;
  const tally = createTally(() => at);
  const silent = { phase: () => {}, leave: () => {}, finished: () => {}, end: () => {} };
  const { phase, finished } = tallied(silent, tally);
  const steps: readonly (readonly [ms: number, step: () => void])[] = [
    [1, () => phase('one', 'proof', 0)],
    [20, () => phase('two', 'check', 0)],
    [300, () => finished(result('one'))],
    [4000, () => phase('two', 'sample', 0)],
    [50_000, () => finished(result('two'))],
    [600_000, () => finished(result('skipped'))],
  ];
  for (const [ms, step] of steps) {
    at += ms;
    step();
  }
  expect(tally.read().phasesMs).toEqual({
    start: 1,
    proof: 20,
    check: 4300,
    sample: 50_000,
    processes: 600_000,
  });
  expect(longestText({ ...tally.read(), wallMs: 654_321 })).toBe(
    'longest: two 54.3 s (sample), one 0.0 s (proof)\n',
  );
});

test('awkward cases are one process beside those that time, and no id’s, until they are left', () => {
  let at = 0;
  const tally = createTally(() => at);
  const silent = { phase: () => {}, leave: () => {}, finished: () => {}, end: () => {} };
  const { phase, finished, leave } = tallied(silent, tally);
  const steps: readonly (readonly [ms: number, step: () => void])[] = [
    [10, () => phase('one', 'edge cases', 0.5, coverProcess)],
    [200, () => phase('one', 'check', 0, 0)],
    [4000, () => finished(result('one'))],
    [6000, () => leave(coverProcess)],
    [300, () => tally.read()],
  ];
  for (const [ms, step] of steps) {
    at += ms;
    step();
  }
  expect(tally.read()).toMatchObject({
    phasesMs: { start: 10, 'edge cases': 8200, check: 2000, processes: 300 },
    longest: [{ id: 'one', phasesMs: { check: 2000 } }],
  });
});
