// A rule of peers takes rows of a rival: of the names it says, of the same case and run, right and timed.
import type { Result } from '@kernel-ladder/schema';
import { expect, test } from 'vitest';
import { completion } from '../completion.ts';
import { curriculumOf, evidenceOf, failed, itemOf, passed, runOf, skipped } from '../testing.ts';
import type { PeerRule } from '../types.generated.ts';

const rule: PeerRule = {
  rule: 'peer',
  of: { family: 'f', variants: ['fast'], where: { n: 8, dtype: 'f32' } },
  by: ['cub', 'torch'],
};
const fast = passed({ id: 'f/fast/n=8,f32', us: 10 });
const rival = (id: string, more: Partial<Result> = {}): Result =>
  passed({ id, us: 20, more: { kind: 'peer', ...more } });
const row = (variant: string, more: Partial<Result> = {}): Result => rival(`f/${variant}/n=8,f32`, more);

function untimed({ timing, metrics, ...result }: Result): Result {
  expect([timing, metrics]).not.toContain(undefined);
  return result;
}

function stateOf(runs: readonly (readonly Result[])[], more: Partial<PeerRule> = {}) {
  const evidence = evidenceOf(runs.map((results, at) => runOf(String(at + 1), results)));
  return completion(curriculumOf([itemOf('f.x', { ...rule, ...more })]), evidence).items[0];
}

test.for(['cub', 'torch', 'torch-compiled'])('holds for %s, and says the ratio', (variant) => {
  expect(stateOf([[fast, row(variant)]])).toMatchObject({ state: 'proven', evidence: [{ value: 2 }] });
});

test.for([
  ['a name that only begins alike', row('cublas')],
  ['a loop on the CPU', row('cub', { kind: 'cpu' })],
  ['a kernel of ours', row('cub', { kind: 'gpu' })],
  ['a row that failed', failed(row('cub'))],
  ['a row that was skipped', skipped(row('cub'))],
  ['a row without a time', untimed(row('cub'))],
  ['a row that throttled', row('cub', { comparable: false, comparableReasons: ['throttled'] })],
  ['another case', rival('f/cub/n=9,f32')],
  ['another type', rival('f/cub/n=8,f16')],
  ['a parameter that ours does not have', rival('f/cub/n=8,op=max,f32')],
  ['another family', rival('g/cub/n=8,f32')],
] as const)('does not hold for %s', ([, one]) => {
  expect(stateOf([[fast, one]])?.state).not.toBe('proven');
});

test('holds within one run only, and asks for both in one', () => {
  const apart = stateOf([[fast], [row('cub')]]);
  expect(apart?.state).not.toBe('proven');
  expect(apart?.missing).toMatchObject([{ select: 'f/{fast,cub,cub-*,torch,torch-*}/n=8,f32' }]);
  expect(stateOf([[fast, row('cub')], [row('cub')], [fast]])?.state).toBe('proven');
});

test('holds for a row of the host’s clock, which says that it is', () => {
  const onHost = { comparable: false, comparableReasons: ['host-clock' as const] };
  expect(stateOf([[fast, row('cub', onHost)]])?.state).toBe('proven');
});

test('holds while the peer is missing, and no longer once it is wrong', () => {
  const both = [fast, row('cub')];
  expect(stateOf([both, [skipped(row('cub'))]])?.state).toBe('proven');
  expect(stateOf([both, [failed(row('cub'))]])?.state).toBe('regressed');
});

test.for([
  [{ peers: 2 }, ['torch', 'torch-compiled'], false],
  [{ peers: 2 }, ['torch', 'cub'], true],
  [{ count: 2 }, ['torch', 'cub'], false],
] as const)('counts peers by their names, and cases: %o of %o', ([more, variants, holds]) => {
  const state = stateOf([[fast, ...variants.map((variant) => row(variant))]], more);
  expect(state?.state === 'proven').toBe(holds);
});
