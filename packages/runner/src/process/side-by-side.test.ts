import { setTimeout as after } from 'node:timers/promises';
import { expect, test } from 'vitest';
import {
  mostCheckers,
  mostCheckersBeside,
  mostEnding,
  mostSharing,
  mostTimers,
  mostWaiting,
  sideBySide,
} from './side-by-side.ts';

test('hands every item out once, to no more workers than asked for', async () => {
  const seen: number[] = [];
  let [busy, most] = [0, 0];
  const { signal } = new AbortController();
  await sideBySide([1, 2, 3, 4, 5], { width: 2, interrupt: signal }, async (item) => {
    most = Math.max(most, ++busy);
    seen.push(item);
    await after(1);
    busy--;
  });
  expect([seen, most]).toEqual([[1, 2, 3, 4, 5], 2]);
});

test('a fault ends it when those at work have ended', async () => {
  const seen: number[] = [];
  const { signal } = new AbortController();
  const all = sideBySide([1, 2, 3, 4], { width: 2, interrupt: signal }, async (item) => {
    if (item === 1) throw new Error('the first');
    await after(5);
    seen.push(item);
  });
  await expect(all).rejects.toThrow('the first');
  expect(seen).toEqual([2]);
});

test('hands out nothing after an interrupt', async () => {
  const seen: number[] = [];
  const interrupt = new AbortController();
  await sideBySide([1, 2, 3], { width: 1, interrupt: interrupt.signal }, async (item) => {
    seen.push(item);
    if (item === 2) interrupt.abort();
  });
  expect(seen).toEqual([1, 2]);
});

const gib = 2 ** 30;

test.for([
  { processors: 16, freeBytes: 120 * gib, software: false, checkers: 15, timers: 1 },
  { processors: 16, freeBytes: 13 * gib, software: false, checkers: 3, timers: 1 },
  { processors: 2, freeBytes: 6 * gib, software: false, checkers: 1, timers: 1 },
  { processors: 2, freeBytes: 6 * gib, software: true, checkers: 2, timers: 2 },
  { processors: 8, freeBytes: gib, software: true, checkers: 2, timers: 2 },
  { processors: 1, freeBytes: 0, software: true, checkers: 1, timers: 1 },
])(
  '$checkers may check and $timers time on $processors processors with $freeBytes bytes, software: $software',
  ({ software, checkers, timers, ...host }) => {
    expect([mostCheckers({ software }, host), mostTimers({ software }, host)]).toEqual([checkers, timers]);
  },
);

test.for([
  { processors: 16, freeBytes: 120 * gib, software: false, sharing: 6, waiting: 3, ending: 6, beside: 15 },
  { processors: 16, freeBytes: 60 * gib, software: false, sharing: 4, waiting: 3, ending: 6, beside: 2 },
  { processors: 16, freeBytes: 21 * gib, software: false, sharing: 1, waiting: 2, ending: 2, beside: 1 },
  { processors: 64, freeBytes: 8 * gib, software: false, sharing: 1, waiting: 1, ending: 1, beside: 1 },
  { processors: 8, freeBytes: 120 * gib, software: false, sharing: 3, waiting: 1, ending: 2, beside: 7 },
  { processors: 16, freeBytes: 120 * gib, software: true, sharing: 1, waiting: 1, ending: 1, beside: 16 },
])(
  '$sharing may share, $waiting wait, $ending judge behind and $beside check beside on $processors processors with $freeBytes bytes, software: $software',
  ({ software, sharing, waiting, ending, beside, ...host }) => {
    expect(mostSharing({ software }, host)).toBe(sharing);
    expect([mostWaiting({ software }, host), mostEnding({ software }, host)]).toEqual([waiting, ending]);
    expect(mostCheckersBeside({ software }, host)).toBe(beside);
  },
);
