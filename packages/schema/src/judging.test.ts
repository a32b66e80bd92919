import { expect, test } from 'vitest';
import { parseLaunches, parseSeries } from './index.ts';
import { machine, passed, run } from './testing.ts';

const launches = {
  schemaVersion: 1,
  commit: run.run.commit,
  machine,
  effort: 'normal',
  sessions: run.sessions,
  ids: { [passed.id]: { kernelHash: '0123456789abcdef', mediansNs: [1000, 1002], sigma: 0.001 } },
};

test('takes an A/A file', () => {
  expect(parseLaunches('aa.json', launches)).toBe(launches);
});

test.for([
  { what: 'a value of zero', change: { values: [1, 0] }, says: '/values/1: must be > 0' },
  {
    what: 'a value beyond all numbers',
    change: { values: [1, Infinity] },
    says: '/values/1: must be number',
  },
  { what: 'no values', change: { values: [] }, says: '/values: must NOT have fewer than 1 items' },
  {
    what: 'a direction of its own',
    change: { direction: 'up' },
    says: '/direction: must be one of lower, higher',
  },
  {
    what: 'a hash too many',
    change: { kernelHashes: ['a', 'b'] },
    says: '/kernelHashes: must have one for each',
  },
])('refuses a series with $what', ({ change, says }) => {
  const series = { values: [1], direction: 'lower', ...change };
  expect(() => parseSeries('series.json', series)).toThrow(`series.json: ${says}`);
});
