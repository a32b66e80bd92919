import { createRandom } from '@kernel-ladder/harness';
import { expect, test } from 'vitest';
import { gemmCase } from '../cases.ts';
import { createInputs } from '../inputs.ts';
import { createOracle } from './oracle.ts';
import { operandsOf, widen } from './reference.ts';
import {
  awkward,
  exact,
  isTelling,
  judge,
  mostOften,
  multiplications,
  refusesRounded,
  takesAnother,
} from './testing.ts';

const small = awkward.filter((params) => multiplications(params) < mostOften);

test('accepts the rounded product of small awkward cases', () => {
  expect(small.length).toBeGreaterThan(100);
  expect(small.filter(refusesRounded)).toEqual([]);
});

// Exact sums have no bound to spare: what the epilogue makes of them must be a number of the type, under every seed.
test('accepts the rounded product of whole numbers under any seed', () => {
  const whole = awkward.filter((params) => params.fill === 'integers' && multiplications(params) < 2 ** 13);
  for (const params of whole) {
    for (let seed = 2; seed < 12; seed++) {
      const inputs = createInputs(params, createRandom(seed));
      expect({ params, seed, passed: judge(params, inputs, exact(params, inputs)) }).toEqual({
        params,
        seed,
        passed: true,
      });
    }
  }
});

test('rejects zeros and another seed’s product, however small the case', () => {
  const telling = small.filter(isTelling);
  expect(telling.length).toBeGreaterThan(50);
  expect(telling.filter(takesAnother)).toEqual([]);
});

// Just over the size that is computed again as a whole.
const size = [515, 510, 513] as const;

test('finds one wrong element in a product that it only samples', () => {
  const params = gemmCase(size);
  const inputs = createInputs(params, createRandom(1));
  const right = exact(params, inputs);
  expect(judge(params, inputs, right)).toBe(true);
  expect(judge(params, inputs, right.with(100_003, (right[100_003] ?? 0) + 8))).toBe(false);
});

function cut(array: Float32Array): Float32Array {
  return new Float32Array(new Uint32Array(array.buffer).map((bits) => bits & 0xffffe000).buffer);
}

test('finds a product of inputs rounded as in TF32', () => {
  const params = gemmCase(size);
  const inputs = createInputs(params, createRandom(1));
  const low = exact(params, { a: cut(widen(inputs['a'])), b: cut(widen(inputs['b'])) });
  const report = createOracle(params, inputs).verify({ c: low }, { longestSum: params.k });
  expect(report.passed).toBe(false);
  expect(report.worst).toBeGreaterThan(4);
});

// Sums that are rounded to f16 after every sixteen terms, as a matrix unit does, and after every term.
test.for([16, 1])('takes sums of f16 that are rounded every %i terms', (every) => {
  const params = gemmCase([24, 24, 4096], { dtype: 'f16' });
  const inputs = createInputs(params, createRandom(1));
  const { m, n, k, a, b } = operandsOf(params, inputs);
  const c = new Float16Array(m * n);
  for (const index of c.keys()) {
    let sum = 0;
    for (let at = 0; at < k; at++) {
      sum += (a[Math.floor(index / n) * k + at] ?? 0) * (b[at * n + (index % n)] ?? 0);
      if ((at + 1) % every === 0) sum = Math.f16round(sum);
    }
    c[index] = sum;
  }
  expect(judge(params, inputs, c)).toBe(true);
  expect(judge({ ...params, dtype: 'f16-f32' }, inputs, new Float32Array(c))).toBe(false);
});

test.for(['nan', 'inf'] as const)('says where one %s of A shows', (fill) => {
  const params = gemmCase([5, 4, 3], { fill, layout: 'tn' });
  const inputs = createInputs(params, createRandom(1));
  const found = (c: Float32Array) => createOracle(params, inputs).verify({ c }, { longestSum: 3 });
  const outcome = (c: Float32Array) => found(c).observed;
  const clean = new Float32Array(20);
  expect(outcome(exact(params, inputs) as Float32Array)).toBe('its row');
  expect(outcome(clean)).toBe('ignored');
  expect(outcome(clean.with(9, Number.NaN))).toBe('part of its row');
  expect(found(clean.with(2, Number.NaN))).toMatchObject({ passed: false });
  expect(outcome(clean.with(2, Number.NaN))).toBeUndefined();
});
