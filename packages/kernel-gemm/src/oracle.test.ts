import { createRandom } from '@kernel-ladder/harness';
import type { Arrays } from '@kernel-ladder/harness';
import { expect, test } from 'vitest';
import { cases, edgeCases } from './cases.ts';
import type { GemmCase } from './cases.ts';
import { createInputs } from './inputs.ts';
import { createOracle } from './oracle.ts';
import { multiply, widen } from './reference.ts';

function exact(params: GemmCase, { a, b }: Arrays): Float32Array {
  return new Float32Array(multiply({ ...params, a: widen(a), b: widen(b) }).value);
}

const awkward = [...edgeCases.flatMap((set) => [...set.cases]), ...cases.tiny];

test('accepts the rounded product of every awkward case', () => {
  for (const params of awkward) {
    const inputs = createInputs(params, createRandom(1));
    const report = createOracle(params, inputs).verify(
      { c: exact(params, inputs) },
      { longestSum: params.k },
    );
    expect({ params, passed: report.passed }).toEqual({ params, passed: true });
  }
});

test('rejects zeros and another seed’s product, however small the case', () => {
  for (const params of awkward.filter(({ m, n, k }) => m * n * k > 0)) {
    const oracle = createOracle(params, createInputs(params, createRandom(1)));
    const zeros = new Float32Array(params.m * params.n);
    const other = exact(params, createInputs(params, createRandom(2)));
    for (const c of [zeros, other]) {
      const { passed } = oracle.verify({ c }, { longestSum: params.k });
      expect({ params, passed }).toEqual({ params, passed: false });
    }
  }
});

test('keeps integer sums exact in f32', () => {
  const params: GemmCase = { m: 3, n: 4, k: 1000, fill: 'integers', dtype: 'f16-f32' };
  const inputs = createInputs(params, createRandom(1));
  const { value, magnitude } = multiply({ ...params, a: widen(inputs['a']), b: widen(inputs['b']) });
  expect(Math.max(...magnitude)).toBeLessThan(2 ** 24);
  expect(value.every((element) => Math.fround(element) === element)).toBe(true);
});

// Just over the size that is computed again as a whole.
const large: GemmCase = { m: 515, n: 509, k: 513, fill: 'uniform', dtype: 'f32' };

test('finds one wrong element and one unwritten one in a product that it only samples', () => {
  const inputs = createInputs(large, createRandom(1));
  const oracle = createOracle(large, inputs);
  const right = exact(large, inputs);
  const judge = (c: Float32Array) => oracle.verify({ c }, { longestSum: large.k });
  expect(judge(right)).toMatchObject({ passed: true });
  expect(judge(right.with(100_003, 0))).toMatchObject({ passed: false });
  expect(judge(right.with(100_003, Number.NaN))).toMatchObject({ passed: false });
  expect(judge(new Float32Array(right.length))).toMatchObject({ passed: false });
});

function cut(array: Float32Array): Float32Array {
  return new Float32Array(new Uint32Array(array.buffer).map((bits) => bits & 0xffffe000).buffer);
}

test('finds a product of inputs rounded as in TF32', () => {
  const inputs = createInputs(large, createRandom(1));
  const low = exact(large, { a: cut(widen(inputs['a'])), b: cut(widen(inputs['b'])) });
  const report = createOracle(large, inputs).verify({ c: low }, { longestSum: large.k });
  expect(report.passed).toBe(false);
  expect(report.worst).toBeGreaterThan(4);
});
