import { expect, test } from 'vitest';
import { createTally } from './tally.ts';

test('adds up phases, names the longest first, and leaves out what took no time', () => {
  let at = 1000;
  const tally = createTally(() => at);
  const spend = (phase: string, ms: number) => {
    tally.enter(phase);
    at += ms;
  };
  at += 100;
  spend('check', 200);
  spend('sample', 300);
  spend('check', 390);
  spend('rulers', 10);
  spend('host', 5);
  expect(tally.read()).toEqual({ elapsedMs: 1005, shares: 'check 59 %, sample 30 %, start 10 %' });
});
