// When a lowered clock is the launch's own doing, and when it is the machine's.
import { expect, test } from 'vitest';
import { summarise } from '../measure/summary.ts';
import { atFullClock } from './full-clock.ts';

const conditions = {
  cache: 'hot',
  hazard: 'serial',
  method: 'single',
  warmupMs: 0,
  stopReason: 'converged',
} as const;

/** Takes measurements on a card whose clock stands so before and after each, as shares of full clock. */
async function taken(
  looks: readonly { readonly before: number; readonly after: number; readonly ms: number }[],
) {
  let at = 0;
  const clock = {
    spinUp: async () => (looks[at]?.before ?? 0) >= 0.97,
    index: async () => looks[at++]?.after ?? 0,
    free: () => {},
  };
  const take = async () => {
    const samplesNs = [0, 1, 2].map((step) => (looks[at]?.ms ?? 0) * 1e6 + step);
    return { timing: summarise(samplesNs, conditions), samplesNs, timerUnreliable: false };
  };
  const { throttled, timing } = await atFullClock({ clock, onProgress: () => {} }, take);
  return { throttled, ms: Math.round(timing.medianNs / 1e6), clockAfter: timing.clockAfter, attempts: at };
}

test.for([
  {
    what: 'stays up',
    looks: [{ before: 1, after: 0.99, ms: 28 }],
    is: { throttled: false, ms: 28, clockAfter: undefined, attempts: 1 },
  },
  {
    what: 'fell once',
    looks: [
      { before: 1, after: 0.8, ms: 34 },
      { before: 1, after: 1, ms: 28 },
    ],
    is: { throttled: false, ms: 28, clockAfter: undefined, attempts: 2 },
  },
  {
    what: 'falls from the top each time, for the same time',
    looks: [
      { before: 1, after: 0.9, ms: 28 },
      { before: 1, after: 0.91, ms: 28 },
    ],
    is: { throttled: false, ms: 28, clockAfter: 0.91, attempts: 2 },
  },
  {
    what: 'cannot be brought up',
    looks: [
      { before: 0.8, after: 0.8, ms: 34 },
      { before: 0.8, after: 0.8, ms: 34 },
      { before: 0.8, after: 0.8, ms: 34 },
    ],
    is: { throttled: true, ms: 34, clockAfter: undefined, attempts: 3 },
  },
  {
    what: 'falls from the top to another time each',
    looks: [
      { before: 1, after: 0.9, ms: 28 },
      { before: 1, after: 0.7, ms: 34 },
      { before: 1, after: 0.9, ms: 28 },
    ],
    is: { throttled: true, ms: 28, clockAfter: undefined, attempts: 3 },
  },
])('of a clock that $what it says so', async ({ looks, is }) => {
  expect(await taken(looks)).toEqual(is);
});
