import { expect, test } from 'vitest';
import { createTally, sharesText } from './tally.ts';

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
