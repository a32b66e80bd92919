// A product that folds read writes one result; what is made of it for them is made where they are.
import { createRandom } from '@kernel-ladder/harness';
import { emulatedDevice } from '@kernel-ladder/harness/testing';
import { expect, test } from 'vitest';
import { matmul, sum } from './arrays.ts';
import { compile } from './compile/index.ts';
import { evaluate } from './evaluate.ts';
import { add, input, mul, neg, relu } from './expression.ts';
import type { Expression } from './graph/expression.ts';
import { graphOf } from './graph/build.ts';
import { emulateProgram, furthest } from './testing/emulated.ts';
import { feedsOf } from './testing/index.ts';

const y = matmul(input('x', 'f32', [64, 8]), input('w', 'f32', [8, 32]));
const weights = input('weights', 'f32', [64, 32]);
const shares = input('shares', 'f32', [64, 32]);
const weighed = mul(y, shares);

const programs: readonly (readonly [
  title: string,
  outputs: readonly Expression[],
  operators: readonly number[],
])[] = [
  ['a map behind the product is the product’s', [relu(y)], [2]],
  [
    'a map for a fold is the fold’s, where another fold reads the product',
    [sum(y, { axes: [0] }), sum(mul(y, weights), { axes: [0] })],
    [1, 2, 3],
  ],
  [
    'a slope that waits for a fold reads the product from memory',
    [mul(add(y, neg(sum(weighed, { axes: [1], keep: true }))), shares)],
    [1, 5],
  ],
];

test.for(programs)('%s', ([, outputs, operators]) => {
  const graph = graphOf(outputs);
  const program = compile(graph, emulatedDevice(32));
  expect(program.kernels.map(({ lines }) => lines.length).toSorted((a, b) => a - b)).toEqual(operators);
  const [product] = program.kernels;
  expect(product?.lines[0]).toContain('= matmul');
  const feeds = feedsOf(graph, createRandom(4));
  const ran = emulateProgram(program, feeds, 32);
  expect(ran.hazards).toEqual([]);
  expect(furthest(ran.outputs, evaluate(graph, feeds))).toBeLessThan(1e-4);
});
