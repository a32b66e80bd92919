// What an interrupted run leaves of what a whole one had shown: times that may be compared stand, failures count.
import type { Result } from '@kernel-ladder/schema';
import { describe, expect, test } from 'vitest';
import { completion } from '../completion.ts';
import type { Evidence } from '../snapshot.ts';
import { curriculumOf, evidenceOf, failed, itemOf, passed, runOf, sha } from '../testing.ts';
import type { ItemState, Rule } from '../types.generated.ts';

const fast = passed({ id: 'f/fast/n=8,f32', us: 10 });
const fastOf = { family: 'f', variants: ['fast'], where: { n: 8, dtype: 'f32' } };

const stateOf = (rule: Rule, evidence: Evidence): ItemState | undefined =>
  completion(curriculumOf([itemOf('f.x', rule)]), evidence).items[0];

const doubted = (result: Result): Result => ({
  ...result,
  comparable: false,
  comparableReasons: ['unstable-session'],
});

describe('an interrupted run behind a whole one', () => {
  const whole = runOf('1', [fast]);
  const speed: Rule = { rule: 'quantity', of: fastOf, quantity: 'pctOfPeak', atLeast: 8, at: { n: [8] } };
  const timed: Rule = { rule: 'passed', of: fastOf, timed: true };
  const growing = [8, 16].map((n) => passed({ id: `f/sweep/n=${n},f32`, us: n }));
  const growth: Rule = {
    rule: 'growth',
    of: { family: 'f', variants: ['sweep'], where: { n: '*', dtype: 'f32' } },
    quantity: 'medianUs',
    along: 'n',
    order: 'linear',
    at: [8, 16],
  };

  test('leaves what was proven by times that may be compared', () => {
    const cut = runOf('2', [doubted(passed({ id: fast.id, us: 30 }))]);
    for (const rule of [speed, timed])
      expect(stateOf(rule, evidenceOf([whole, cut]))).toMatchObject({
        state: 'proven',
        evidence: [{ commit: sha('1') }],
      });
    const growths = evidenceOf([runOf('1', growing), runOf('2', growing.slice(1).map(doubted))]);
    expect(stateOf(growth, growths)?.state).toBe('proven');
  });

  test('leaves them behind a check too, which takes no time and may refute', () => {
    const { timing: _timing, metrics: _metrics, ...checked } = fast;
    const check = runOf('2', [checked]);
    expect(stateOf(speed, evidenceOf([whole, check]))).toMatchObject({
      state: 'proven',
      evidence: [{ commit: sha('1') }],
    });
    const after = runOf('3', [checked]);
    expect(stateOf(speed, evidenceOf([whole, runOf('2', [failed(fast)]), after]))?.state).toBe('regressed');
  });

  test('refutes by what failed in it, and nothing before a failure comes back', () => {
    const cut = runOf('2', [failed(fast)]);
    expect(stateOf(speed, evidenceOf([whole, cut]))?.state).toBe('regressed');
    const after = runOf('3', [doubted(fast)]);
    expect(stateOf(speed, evidenceOf([whole, cut, after]))?.state).toBe('regressed');
  });

  test('is the newest for a rule that needs no time', () => {
    const cut = runOf('2', [doubted(fast)]);
    expect(stateOf({ rule: 'passed', of: fastOf }, evidenceOf([whole, cut]))).toMatchObject({
      state: 'proven',
      evidence: [{ commit: sha('2') }],
    });
  });
});
