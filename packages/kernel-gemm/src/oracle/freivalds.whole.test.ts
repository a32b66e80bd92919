import { createRandom } from '@kernel-ladder/harness';
import { expect, test } from 'vitest';
import { detected, judged } from '../../quality/detection.ts';
import { gemmCase } from '../cases.ts';
import type { GemmDtype } from '../dtypes.ts';
import { createInputs } from '../inputs.ts';
import { epilogueUnit, boundOf } from './bounds.ts';
import { bent } from './bend.ts';
import { freivalds } from './freivalds.ts';
import { operandsOf } from './reference.ts';

// How sums are rounded after every so many terms: to nearest, or cut off as a matrix unit may.
const toNearest = { f32: Math.fround, f16: Math.f16round };

function towardsZero(sum: number): number {
  const nearest = Math.fround(sum);
  if (Math.abs(nearest) <= Math.abs(sum)) return nearest;
  const bits = new Uint32Array(Float32Array.of(nearest).buffer);
  return new Float32Array(Uint32Array.of((bits[0] ?? 1) - 1).buffer)[0] ?? 0;
}

const ways: readonly {
  dtype: GemmDtype;
  n: number;
  k: number;
  every: number;
  round: (sum: number) => number;
}[] = [
  { dtype: 'f32', n: 256, k: 1024, every: 1, round: toNearest.f32 },
  { dtype: 'f32', n: 48, k: 16_384, every: 1, round: toNearest.f32 },
  { dtype: 'f16-f32', n: 48, k: 8192, every: 4, round: towardsZero },
  { dtype: 'f16-f32', n: 256, k: 1024, every: 4, round: towardsZero },
  { dtype: 'f16', n: 256, k: 1024, every: 1, round: toNearest.f16 },
  { dtype: 'f16', n: 48, k: 8192, every: 1, round: toNearest.f16 },
];

test.for(ways)(
  'takes sums of $dtype over $k terms, rounded every $every',
  ({ dtype, n, k, every, round }) => {
    const params = gemmCase([24, n, k], { dtype });
    const inputs = createInputs(params, createRandom(1));
    const operands = operandsOf(params, inputs);
    const c = new Float32Array(24 * n);
    for (const index of c.keys()) {
      const [row, column] = [Math.floor(index / n), index % n];
      let [sum, terms] = [0, 0];
      for (let at = 0; at < k; at++) {
        terms += (operands.a[row * k + at] ?? 0) * (operands.b[at * n + column] ?? 0);
        if ((at + 1) % every === 0) [sum, terms] = [round(sum + terms), 0];
      }
      c[index] = sum;
    }
    const { worst } = freivalds(params, {
      operands,
      inputs,
      judging: createRandom(1),
      stretch: { from: 0, to: 24 },
    }).verify({ c }, { longestSum: 1 });
    expect(worst).toBeLessThan(0.7);
  },
);

test('GELU errs by no more than its share of a result and of one beside it', () => {
  const params = gemmCase([1, 1, 1], { epilogue: 'bias-gelu', fill: 'integers' });
  for (let x = -12; x < 40; x += 0.01) {
    const bound = boundOf(params, { sum: x, magnitude: 0, added: 0 });
    expect(bound).toBeLessThanOrEqual(epilogueUnit(params) * (Math.abs(bent('gelu', x)) + 1));
  }
});

// Just above what is computed again as a whole. The shares of faults of all sizes stand in the README.
test.for([
  { fill: 'uniform', least: 0.8 },
  { fill: 'integers', least: 1 },
] as const)('finds one element that lost one of 512 terms among $fill numbers', ({ fill, least }) => {
  const judge = judged(gemmCase([514, 516, 512], { fill }));
  expect(judge.passes(judge.right)).toBe(true);
  const { found, of } = detected(judge, { rows: 1, columns: 1, terms: 1 }, 24);
  expect(found / of).toBeGreaterThanOrEqual(least);
});
