// One oracle judges many launches: it must look at the same elements each time.
import { allocate, createRandom } from '@kernel-ladder/harness';
import { expect, test } from 'vitest';
import { attentionCase } from '../cases.ts';
import type { Output } from '../cases.ts';
import { attentionInputs } from '../inputs.ts';
import { attentionOutputs } from '../plans/problem.ts';
import { attentionOracle } from './oracle.ts';

test.for(['attention', 'scores', 'lse'] satisfies Output[])(
  'finds in %s again what it has found',
  (output) => {
    const params = attentionCase({ h: 2, q: 3, k: 5, d: 16, output });
    const oracle = attentionOracle(params, attentionInputs(params, createRandom(1)));
    const zeros = Object.fromEntries(
      Object.entries(attentionOutputs(params)).map(([name, { type, length }]) => [
        name,
        allocate(type, length),
      ]),
    );
    const first = oracle.verify(zeros, { longestSum: 16 });
    expect(first.passed).toBe(false);
    expect(oracle.verify(zeros, { longestSum: 16 })).toEqual(first);
  },
);
