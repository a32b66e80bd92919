// Rungs that leave out what would reject them.
import { expect, test } from 'vitest';
import { doubleCase, family } from '../../fixtures/double/family.ts';
import type { DoubleCase } from '../../fixtures/double/family.ts';
import { edit } from '../contract/family.ts';
import { notApplicable } from '../contract/skip.ts';
import type { Family, PlannedVariant } from '../contract/family.ts';
import { exemptions } from './exemptions.ts';
import { useTestGpu } from './test-gpu.ts';

type Filled = DoubleCase & { readonly fill: string };

const gpu = useTestGpu();
const fills = ['uniform', 'zeros', 'large'];
const filled = (n: number, fill: string): Filled => ({ ...doubleCase(n), fill });
const double = family.variants.find(({ name }) => name === 'double')!;

function exemptionsOf(rung: Partial<PlannedVariant<Filled>>): readonly string[] {
  const awkward = [1, 63, 1000].flatMap((n) => fills.map((fill) => filled(n, fill)));
  const filledFamily: Family<Filled> = {
    ...family,
    combine: (params) => params,
    exact: (params) => params,
    refills: (params) => [params],
    params: [...family.params, { key: 'fill', default: 'uniform', takes: fills }],
    cases: { tiny: [filled(100, 'uniform')] },
    edgeCases: [{ set: 'EC-1D', cases: awkward }],
    variants: [{ name: 'rung', summary: '', plan: double.plan, ...rung }],
    wrong: [],
  };
  return exemptions(filledFamily, gpu().facts);
}

test.for<{ rung: string; change: Partial<PlannedVariant<Filled>>; found: readonly string[] }>([
  { rung: 'takes all', change: {}, found: [] },
  {
    rung: 'gets one fill of three wrong',
    change: { breaksOn: ({ fill }) => (fill === 'large' ? 'overflows' : null) },
    found: [],
  },
  {
    rung: 'gets two fills of three wrong',
    change: { breaksOn: ({ fill }) => (fill === 'uniform' ? null : 'is not made for it') },
    found: ['rung is right on 3 of the 9 awkward cases whose shapes it takes'],
  },
  {
    rung: 'skips two fills of three',
    change: {
      plan: (params, device) =>
        params.fill === 'uniform' ? double.plan(params, device) : notApplicable('is not made for it'),
    },
    found: ['rung is right on 3 of the 9 awkward cases whose shapes it takes'],
  },
  {
    rung: 'takes no case but the timed one',
    change: {
      plan: (params, device) =>
        params.n === 100 ? double.plan(params, device) : notApplicable('is too long'),
    },
    found: ['dtype', 'sign'].map(
      (key) => `rung is timed on n=100,f32 and right on 0 awkward cases of its ${key}`,
    ),
  },
  {
    rung: 'runs another kernel on what is not timed',
    change: {
      plan: (params, device) => {
        const plan = double.plan(params, device);
        if ('skip' in plan || params.fill === 'uniform') return plan;
        return edit('double.wgsl', '2.0 *', '2.00 *')(plan);
      },
    },
    found: ['zeros', 'large'].map(
      (fill) => `rung plans n=100,fill=${fill},f32 otherwise than what it is timed on`,
    ),
  },
])('a rung that $rung', ({ change, found }) => {
  expect(exemptionsOf(change)).toEqual(found);
});
