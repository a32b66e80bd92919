// When a clock that rises is believed to have risen.
import { expect, test } from 'vitest';
import { holdsStill } from './roofs.ts';

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
