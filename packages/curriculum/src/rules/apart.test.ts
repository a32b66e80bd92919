// A rule of kernels that were taken apart: so many rungs, and what their times suggest holds of nearly all of them.
import type { Result } from '@kernel-ladder/schema';
import { expect, test } from 'vitest';
import { completion } from '../completion.ts';
import { curriculumOf, evidenceOf, gpu, itemOf, passed, runOf, software } from '../testing.ts';

const naive = passed({ id: 'f/naive/n=8,f32' });
const fast = passed({ id: 'f/fast/n=8,f32' });

// A fifth of the time is left. By its own numbers such a result waits.
function without(kind: 'no-waits' | 'no-arithmetic', result: Result): Result {
  const timed = [{ kind, ns: 2000, ratio: 0.2, low: 0.19, high: 0.21 }];
  return { ...result, perturbations: { cache: 'cold', turns: 6, ownNs: 10_000, timed, refused: [] } };
}

const waits = (result: Result) => without('no-waits', result);
const computes = (result: Result) => without('no-arithmetic', result);

function stateOf(runs: readonly (readonly Result[])[], machine = gpu) {
  const rule = { rule: 'apart', rungs: 2, agree: 0.9 } as const;
  const evidence = evidenceOf(runs.map((results, at) => runOf(String(at + 1), results, machine)));
  return completion(curriculumOf([itemOf('f.x', rule)]), evidence).items[0];
}

test('holds where the bound that the times suggest is what was found, and says both', () => {
  expect(stateOf([[waits(fast), waits(naive)]])).toMatchObject({
    state: 'proven',
    evidence: [{ value: 'synchronisation', threshold: 'its times suggest waiting', met: true }, {}],
  });
});

test('looks back to the run that took a kernel apart', () => {
  expect(stateOf([[waits(fast)], [waits(naive)], [fast, naive]])?.state).toBe('proven');
});

test.for<readonly [what: string, results: readonly Result[], lacks: string]>([
  ['too few rungs', [waits(fast), naive], '1 of 2 rungs taken apart'],
  ['no kernel taken apart', [fast, naive], '0 of 2 rungs taken apart'],
  ['two bounds that differ', [waits(fast), computes(naive)], 'of 2 kernels 1 are held back'],
])('lacks something with %s', ([, results, lacks]) => {
  const state = stateOf([results]);
  expect(state?.state).not.toBe('proven');
  expect(state?.missing[0]).toMatchObject({ what: expect.stringContaining(lacks), by: 'why' });
});

test('is never proven by a software adapter, but implemented', () => {
  expect(stateOf([[waits(fast), waits(naive)]], software)?.state).toBe('implemented');
});
