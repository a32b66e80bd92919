import { expect, test } from 'vitest';
import { checkLine } from './check-text.ts';

const check = {
  oracle: 'f64 product',
  seeds: [7, 8],
  maxAbs: 0,
  maxRel: 0,
  worstErrorOverTolerance: 0.01234,
  post: true,
};

test('says on which inputs an id was right', () => {
  expect(checkLine({ ...check, seeds: [7] })).toBe('right on seeds 7: largest error 0.0123 of its bound\n');
});

test('says how its times were proven, and what that took', () => {
  const carryOver = { seed: 8, exact: true, poisonings: 3, launches: 14, ratio: 1.01, costMs: 44 };
  expect(checkLine({ ...check, carryOver })).toBe(
    'right on seeds 7, 8: largest error 0.0123 of its bound, the second exact; outputs and scratch overwritten 3 times ' +
      'while it was timed; 14 launches more, those on overwritten buffers 1.01 times as long as the others (44 ms)\n',
  );
});

test('names the case whose fill a launch was tried on', () => {
  const carryOver = { seed: 8, exact: false, poisonings: 3, launches: 14, ratio: 1.01, costMs: 44 };
  const refilled = 'n=64,fill=ones,f32';
  expect(checkLine({ ...check, carryOver: { ...carryOver, refilled } })).toContain(`, and on ${refilled};`);
});
