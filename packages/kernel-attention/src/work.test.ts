import { createCountedMachine } from '@kernel-ladder/harness/testing';
import { expect, test } from 'vitest';
import { family } from './family.ts';

// The two products alone: a softmax between them is a few operations for 4·d, and is not counted.
function attend(q: number, k: number, d: number, isCausal: boolean) {
  const { buffer, counted, work } = createCountedMachine();
  const queries = buffer('queries', q * d);
  const [keys, values] = [buffer('keys', k * d), buffer('values', k * d)];
  const output = buffer('output', q * d);
  for (let query = 0; query < q; query++) {
    const seen = isCausal ? Math.min(k, query + 1 + k - q) : k;
    const sums = new Float64Array(d);
    for (let key = 0; key < seen; key++) {
      let score = 0;
      for (let at = 0; at < d; at++)
        score = counted(score + counted(queries.read(query * d + at) * keys.read(key * d + at)));
      for (let at = 0; at < d; at++)
        sums[at] = counted((sums[at] ?? 0) + counted(score * values.read(key * d + at)));
    }
    sums.forEach((sum, at) => output.write(query * d + at, sum));
  }
  return work();
}

test.for([
  ['none', 7, 9],
  ['causal', 8, 8],
  ['causal', 5, 9],
] as const)('the work with mask %s of %i queries and %i keys is what two products count', ([mask, q, k]) => {
  const params = {
    b: 1,
    h: 1,
    g: 1,
    q,
    k,
    d: 4,
    mask,
    fill: 'uniform',
    output: 'attention',
    dtype: 'f32',
  } as const;
  expect(family.work(params)).toEqual(attend(q, k, 4, mask === 'causal'));
});
