import { createCountedMachine, emulatedDevice } from '@kernel-ladder/harness/testing';
import { expect, test } from 'vitest';
import { chainCase, graphCase, opCase } from './cases.ts';
import { family } from './family.ts';
import type { FusionCase, Op } from './problem.ts';

const device = { ...emulatedDevice(32), name: 'NVIDIA H200' };
const n = 1024;

function planned(name: string, params: FusionCase) {
  const plan = family.variants.find((variant) => variant.name === name)?.plan(params, device);
  if (!plan || 'skip' in plan) throw new Error(`${name} does not take the case`);
  return { passes: plan.passes.length, bytes: plan.implBytes };
}

function chainBytes(name: string): readonly number[] {
  return [2, 4, 8].map((length) => planned(name, chainCase(n * n, length)).bytes / n ** 2);
}

// Kernels, and bytes for each element of the matrix but for what there is one of in a row or a column.
test.for([
  ['bias-gelu', 2, 16, 8],
  ['residual-layernorm', 12, 60, 12],
  ['scale-mask-softmax', 7, 48, 8],
] as const)(
  '%s takes %i kernels and %i bytes an element apart, one and %i fused',
  ([op, kernels, apart, fused]) => {
    const params = opCase(op satisfies Op, n);
    const separate = planned('separate', params);
    expect([separate.passes, Math.round(separate.bytes / n ** 2)]).toEqual([kernels, apart]);
    const one = planned('fused', params);
    expect([one.passes, Math.round(one.bytes / n ** 2)]).toEqual([1, fused]);
  },
);

test('a chain asks for as much however long it is, once it has both operands, and apart for more with every map', () => {
  expect(chainBytes('chain-fused')).toEqual([12, 12, 12]);
  expect(chainBytes('chain-separate')).toEqual([20, 36, 72]);
});

test('a product takes what follows it, a block is eleven kernels', () => {
  expect(planned('fused', opCase('matmul-bias-relu', n)).passes).toBe(1);
  expect(planned('separate', opCase('matmul-bias-relu', n)).passes).toBe(3);
  expect(planned('compiled', graphCase('transformer-block')).passes).toBe(11);
  expect(planned('separate', graphCase('transformer-block')).passes).toBe(43);
});

// A sum and a GELU of eight operations for each element of a matrix and one number a column.
function biasGelu(rows: number) {
  const { buffer, counted, work } = createCountedMachine();
  const [x, bias, y] = [buffer('x', rows * rows), buffer('bias', rows), buffer('y', rows * rows)];
  for (let at = 0; at < rows * rows; at++) {
    let value = counted(x.read(at) + bias.read(at % rows));
    for (let step = 0; step < 8; step++) value = counted(value);
    y.write(at, value);
  }
  return work();
}

test.for([1, 30])('the work of bias and GELU on %i rows is what it counts', (rows) => {
  expect(family.work(opCase('bias-gelu', rows))).toEqual(biasGelu(rows));
});

test('a plan says what each stage of the compiler took', () => {
  const compiled = family.variants.find(({ name }) => name === 'compiled');
  expect(compiled?.plan(graphCase('mlp'), device)).toHaveProperty('compiled', {
    buildNs: expect.any(Number),
    passesNs: expect.any(Number),
    generateNs: expect.any(Number),
  });
});
