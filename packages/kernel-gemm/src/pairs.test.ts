// Products of pairs of f32: what is drawn, what judges them, and what is listed of the doubles that WGSL has not.
import { createRandom, planFor } from '@kernel-ladder/harness';
import { expect, test } from 'vitest';
import { hopper } from '../fixtures/hopper.ts';
import { cases, gemmCase } from './cases.ts';
import type { GemmCase } from './cases.ts';
import { combine } from './combine.ts';
import { isPaired } from './dtypes.ts';
import { family } from './family.ts';
import { createInputs } from './inputs.ts';
import { boundOf } from './oracle/bounds.ts';
import { multiply, operandsOf } from './oracle/reference.ts';
import type { Operands } from './oracle/reference.ts';

const pairsOfCase = (fill: GemmCase['fill']) => {
  const params = gemmCase([3, 4, 1000], { dtype: 'f32x2', fill });
  return { params, inputs: createInputs(params, createRandom(1)) };
};

test.for(['uniform', 'large', 'integers'] as const)(
  'the larger part of %s pairs is the nearest f32',
  (fill) => {
    const { inputs } = pairsOfCase(fill);
    let filled = 0;
    for (const array of Object.values(inputs))
      for (let at = 0; at < array.length; at += 2) {
        const [large = 0, small = 0] = [array[at], array[at + 1]];
        expect(Math.fround(large + small)).toBe(large);
        if (small !== 0) filled++;
      }
    // Of integers those of one factor are small.
    expect(filled).toBeGreaterThan(fill === 'integers' ? 2900 : 6500);
  },
);

test('A and B take turns at filling both parts with whole numbers, and their sums stay below 2⁴³', () => {
  const { params, inputs } = pairsOfCase('integers');
  const { a = [], b = [] } = inputs;
  const isFilled = (array: typeof a, at: number) => array[2 * at + 1] !== 0;
  const evens = Array.from({ length: 500 }, (_, at) => 2 * at);
  const filledOfA = evens.filter((at) => isFilled(a, at)).length;
  const filledOfB = evens.filter((at) => isFilled(b, (at + 1) * params.n)).length;
  expect(Math.min(filledOfA, filledOfB)).toBeGreaterThan(470);
  expect(evens.some((at) => isFilled(a, at + 1) || isFilled(b, at * params.n))).toBe(false);
  const { value } = multiply(operandsOf(params, inputs));
  expect(Math.max(...value.map(Math.abs))).toBeLessThan(2 ** 43);
});

// An f64 as a whole number of 2⁻¹⁰⁰⁰ths.
function exactly(value: number): bigint {
  const [bits = 0n] = new BigInt64Array(Float64Array.of(value).buffer);
  const exponent = (bits >> 52n) & 0x7ffn;
  const significand = (bits & 0xfffffffffffffn) | 0x10000000000000n;
  return value === 0 ? 0n : (value < 0 ? -significand : significand) << (exponent - 75n);
}

function exactElement({ n, k, a, b }: Operands, index: number): bigint {
  const [row, column] = [Math.floor(index / n), index % n];
  let sum = 0n;
  for (let at = 0; at < k; at++) sum += exactly(a[row * k + at] ?? 0) * exactly(b[at * n + column] ?? 0);
  return sum >> 1000n;
}

test('f64 is as good as exact for the reference: its error is a hundredth of the bound', () => {
  const { params, inputs } = pairsOfCase('uniform');
  const operands = operandsOf(params, inputs);
  const { value, magnitude } = multiply(operands);
  for (const [index, sum] of value.entries()) {
    const error = Number(exactly(sum) - exactElement(operands, index)) / 2 ** 1000;
    const bound = boundOf(params, { sum, magnitude: magnitude[index] ?? 0, added: 0 });
    expect(Math.abs(error)).toBeLessThan(bound / 100);
  }
});

test('a product of f32 is far outside the bound', () => {
  const { params, inputs } = pairsOfCase('uniform');
  const { value, magnitude } = multiply(operandsOf(params, inputs));
  const [sum = 0] = value;
  const bound = boundOf(params, { sum, magnitude: magnitude[0] ?? 0, added: 0 });
  expect(Math.abs(Math.fround(sum) - sum)).toBeGreaterThan(10 * bound);
});

test('f64 is listed beside pairs of f32, and skipped because WGSL has none', () => {
  const doubles = cases.sweep.filter(({ dtype }) => dtype === 'f64');
  const pairs = cases.sweep.filter(({ dtype }) => dtype === 'f32x2');
  expect(doubles.map(({ m, n, k }) => [m, n, k])).toEqual(pairs.map(({ m, n, k }) => [m, n, k]));
  for (const params of doubles) {
    const answers = family.variants.map(
      (variant) => [variant.name, planFor(variant, params, hopper)] as const,
    );
    const skips = answers.flatMap(([name, plan]) => ('skip' in plan ? [[name, plan.skip] as const] : []));
    expect(skips).toHaveLength(family.variants.length);
    const told = skips.filter(([, { code }]) => code !== 'not-applicable');
    const message = 'WGSL has no f64: double-single multiplies pairs of f32, dtype f32x2';
    expect(told).toEqual([['naive', { code: 'feature:f64', message }]]);
  }
});

test('no epilogue follows a product of pairs', () => {
  const params = gemmCase([4, 4, 4], { dtype: 'f32x2', epilogue: 'bias' });
  expect(combine(params)).toBe('epilogue=bias: f32x2 is followed by none');
  expect(isPaired(params.dtype)).toBe(true);
});
