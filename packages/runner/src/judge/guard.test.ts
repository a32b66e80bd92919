import { expect, test } from 'vitest';
import type { RunComparison } from './compare.ts';
import { failsGuard } from './guard.ts';

type Compared = RunComparison['compared'][number];

function row(verdict: Compared['verdict']): Compared {
  return {
    id: 'reduce/one/n=1024,f32',
    verdict,
    effect: 0,
    ciLow: 0,
    ciHigh: 0,
    reasons: [],
    baseNs: 1,
    headNs: 1,
    sameKernelHash: null,
  };
}

const failing = { id: 'reduce/two/n=1024,f32', reason: { code: 'crashed', message: '' } } as const;

test.for([
  ['passes where all is the same', [row('SAME'), row('UNDECIDED'), row('IMPROVED')], [], false],
  ['fails on a regression', [row('SAME'), row('REGRESSED')], [], true],
  ['fails on an id that newly fails', [row('SAME')], [failing], true],
  ['fails on nothing, which has cleared nothing', [], [], true],
] as const)('%s', ([, compared, newlyFailing, fails]) => {
  const said: string[] = [];
  const io = { err: (text: string) => void said.push(text) };
  expect(failsGuard(io, { compared, newlyFailing })).toBe(fails);
  expect(said.join('').includes('nothing to judge')).toBe(compared.length === 0);
});
