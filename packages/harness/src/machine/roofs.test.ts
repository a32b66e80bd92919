// When a clock that rises is believed to have risen, and what a coarse one says of a launch.
import { expect, test } from 'vitest';
import { holdsStill, slopeOf } from './roofs.ts';

const looks = (ns: readonly number[]) => ns.map((each, index) => ({ atMs: 40 * (index + 1), ns: each }));

test('a clock that has risen holds still once it was steady for as long as was asked', () => {
  const rising = [6.3, 5, 3, 2, 1.5, 1.2];
  const risen = Array.from({ length: 7 }, () => 1.093);
  expect(holdsStill(looks([]), 250)).toBe(false);
  expect(holdsStill(looks(rising), 250)).toBe(false);
  expect(holdsStill(looks([...rising, ...risen]), 250)).toBe(false);
  expect(holdsStill(looks([...rising, ...risen, 1.094]), 250)).toBe(true);
});

test('one that was up all the while is believed after that time, and a step of a percent begins it anew', () => {
  const up = Array.from({ length: 8 }, () => 1.093);
  expect(holdsStill(looks(up), 250)).toBe(true);
  expect(holdsStill(looks([...up, 1.105]), 250)).toBe(false);
});

test.for([
  { what: 'what it takes to submit a pass cancels', short: 17, long: 33, slope: 1 },
  {
    what: 'a longer pass that was no longer is the noise of a busy host',
    short: 90,
    long: 33,
    slope: 33 / 128,
  },
  { what: 'as is one that was hardly longer', short: 32.9, long: 33, slope: 33 / 128 },
])('$what', ({ short, long, slope }) => {
  expect(slopeOf({ length: 16, short: short * 1e6, long: long * 1e6 })).toBeCloseTo(slope * 1e6, 0);
});
