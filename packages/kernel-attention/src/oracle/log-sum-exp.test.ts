import { expect, test } from 'vitest';
import { attentionCase, hidden } from '../cases.ts';
import type { AttentionCase } from '../cases.ts';
import { maskOracle } from './log-sum-exp.ts';

const verify = (params: AttentionCase, lse: Float32Array) =>
  maskOracle(params).verify({ lse }, { longestSum: params.k });

// So many rows that f64 looks at one out of sixteen.
const timed = attentionCase({ b: 4, h: 16, q: 2048, k: 2048, d: 64, mask: 'causal', output: 'lse' });
const rows = 4 * 16 * 2048;

test('looks at every log-sum-exp of a large case', () => {
  const right = new Float32Array(rows).fill(1);
  expect(verify(timed, right)).toMatchObject({ passed: true });
  for (const wrong of [Number.NaN, Number.POSITIVE_INFINITY, hidden])
    expect(verify(timed, right.with(77_777, wrong))).toMatchObject({ passed: false, at: { index: 77_777 } });
});

test('where a query sees no key there is no log-sum-exp', () => {
  const late = attentionCase({ q: 70, k: 20, d: 16, mask: 'causal', output: 'lse' });
  const right = new Float32Array(70).map((_, row) => (row < 50 ? hidden : 1));
  expect(verify(late, right)).toMatchObject({ passed: true });
  expect(verify(late, right.with(49, 1)).message).toBe('lse[49] is 1, and its query sees no key');
});
