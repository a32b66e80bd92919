import { expect, test } from 'vitest';
import type { RunComparison } from '@kernel-ladder/publish/compare';
import { failsGuard } from './guard.ts';

type Compared = RunComparison['compared'][number];

function row(verdict: Compared['verdict']): Compared {
  return {
    id: 'reduce/one/n=1024,f32',
    verdict,
    effect: 0,
    ciLow: 0,
    ciHigh: 0,
    leastEffect: 0.03,
    reasons: [],
    baseNs: 1,
    headNs: 1,
    sameKernelHash: null,
  };
}

const mean = { ratio: 1, ciLow: 1, ciHigh: 1, count: 3 };
const failing = { id: 'reduce/two/n=1024,f32', reason: { code: 'crashed', message: '' } } as const;

test.for([
  ['passes where all is the same', [row('SAME'), row('UNDECIDED'), row('IMPROVED')], mean, [], false],
  ['fails on a regression', [row('SAME'), row('REGRESSED')], mean, [], true],
  ['fails on an id that newly fails', [row('SAME')], mean, [failing], true],
  ['fails on nothing, which has cleared nothing', [], null, [], true],
  ['fails on times that may not be compared, which have cleared nothing', [row('UNDECIDED')], null, [], true],
] as const)('%s', ([, compared, geomean, newlyFailing, fails]) => {
  const said: string[] = [];
  const io = { err: (text: string) => void said.push(text) };
  expect(failsGuard(io, { compared, geomean, newlyFailing })).toBe(fails);
  expect(said.join('').includes('nothing to judge')).toBe(geomean === null);
});
