// Times of the host's clock: between two runs no comparison, as the host may be another; within one run they are.
import type { ComparableReason } from '@kernel-ladder/schema';
import { expect, test } from 'vitest';
import { completion } from '../completion.ts';
import { curriculumOf, evidenceOf, itemOf, passed, runOf } from '../testing.ts';
import type { Rule } from '../types.generated.ts';

const row = (variant: string, us: number, comparableReasons: readonly ComparableReason[]) =>
  passed({ id: `f/${variant}/n=8,f32`, us, more: { kind: 'cpu', comparable: false, comparableReasons } });

const rule: Rule = {
  rule: 'ratio',
  of: { family: 'f', kind: 'cpu', variants: ['fast'], where: { n: '*', dtype: 'f32' } },
  over: { kind: 'cpu', variants: ['naive'] },
  quantity: 'speed',
  atLeast: 2,
};

const stateOf = (...runs: Parameters<typeof runOf>[1][]) => {
  const items = [itemOf('f.ratio', rule)];
  const evidence = evidenceOf(runs.map((results, at) => runOf(String(at + 1), results)));
  return completion(curriculumOf(items), evidence).items[0]?.state;
};

const onHost = ['host-clock'] as const;

test('a ratio of two rows of the host’s clock holds within one run', () => {
  expect(stateOf([row('fast', 10, onHost), row('naive', 20, onHost)])).toBe('proven');
  expect(stateOf([row('fast', 11, onHost), row('naive', 20, onHost)])).not.toBe('proven');
});

test('between two runs it does not', () => {
  expect(stateOf([row('fast', 10, onHost)], [row('naive', 20, onHost)])).not.toBe('proven');
});

test('nor where there is another doubt', () => {
  const throttled = [...onHost, 'throttled'] as const;
  expect(stateOf([row('fast', 10, throttled), row('naive', 20, onHost)])).not.toBe('proven');
});
