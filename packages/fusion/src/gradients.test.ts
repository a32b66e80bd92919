// Gradients of every operator and of the layers made of them, against central differences in double precision.
import { readFileSync } from 'node:fs';
import { createRandom } from '@kernel-ladder/harness';
import { expect, test } from 'vitest';
import { conv2d, matmul, sum } from './arrays.ts';
import { differentiate, gradients } from './differentiate.ts';
import { evaluate } from './evaluate.ts';
import { constant, detach, exp, input, mul, pow, tanh } from './expression.ts';
import { gradcheck } from './gradcheck.ts';
import { graphOf } from './graph/build.ts';
import type { Expression } from './graph/expression.ts';
import {
  attention,
  crossEntropy,
  layerNorm,
  logSoftmax,
  maxPool,
  meanPool,
  rmsNorm,
  softmax,
} from './layers.ts';
import { operators } from './operators/table.ts';
import { gradientCases, lossOf, titleOf } from './testing/gradients.ts';
import { feedsOf } from './testing/index.ts';
import { print } from './text/print.ts';

// step² = 1e-10 times third derivatives, and 2⁻⁵³ / step = 1e-11 times the loss.
const bound = 1e-8;

test('every operator with a gradient has a case', () => {
  const differentiable = operators.filter(({ gradient }) => gradient).map(({ name }) => name);
  const tried = new Set([...gradientCases.map(({ op }) => op), 'detach']);
  expect(differentiable.filter((name) => !tried.has(name))).toEqual([]);
});

// The table of the README: its second column is the error that was found there.
const rows = readFileSync(new URL('../README.md', import.meta.url), 'utf8').split('\n');

test.for(gradientCases.map((each) => ({ each, title: titleOf(each) })))('$title', async ({ each, title }) => {
  const { graph, feeds } = lossOf(each);
  const agreements = await gradcheck(graph, feeds);
  const largest = Math.max(...agreements.map(({ error }) => error));
  expect(largest, `${JSON.stringify(agreements)}`).toBeLessThan(bound);
  const [, , listed] = rows.find((row) => row.startsWith(`| \`${title}\` `))?.split('|') ?? [];
  // Exponentials of another machine may differ in their last bit.
  expect(largest).toBeLessThan(10 * Number(listed));
});

const x = input('x', 'f32', [2, 3, 4]);
const layers: { readonly [name: string]: Expression } = {
  softmax: softmax(x),
  'log-softmax': logSoftmax(x),
  'layer norm': layerNorm(x, input('gain', 'f32', [4]), input('bias', 'f32', [4])),
  'RMS norm': rmsNorm(x, input('gain', 'f32', [4])),
  attention: attention(x, input('k', 'f32', [2, 5, 4]), input('v', 'f32', [2, 5, 3])),
  'causal attention': attention(x, input('k', 'f32', [2, 3, 4]), input('v', 'f32', [2, 3, 3]), true),
  'cross-entropy': crossEntropy(x, constant([0, 1, 2, 3, 0, 1], [2, 3], 'i32')),
  'max pool': maxPool(input('image', 'f32', [1, 2, 4, 6]), [2, 3]),
  'mean pool': meanPool(input('image', 'f32', [1, 1, 5, 5]), [3, 3], [2, 2]),
  'a convolution under a product': matmul(
    conv2d(input('image', 'f32', [1, 1, 4, 4]), input('filter', 'f32', [2, 1, 3, 3])),
    input('w', 'f32', [2, 3]),
  ),
  'a value that is read twice': mul(tanh(x), exp(x)),
};

test.for(Object.keys(layers))('%s', async (name) => {
  const value = layers[name] ?? x;
  const graph = graphOf([sum(mul(value, tanh(value)))]);
  const agreements = await gradcheck(graph, feedsOf(graph, createRandom(7)));
  const errors = agreements.map(({ error }) => error);
  expect(Math.max(...errors)).toBeLessThan(bound);
});

test('a power of 0 is flat, at 0 too', () => {
  const [base, power] = [input('base', 'f32', [3]), input('power', 'f32', [3])];
  const slopes = gradients(sum(pow(base, power)), [base, power]);
  const feeds = { base: [0, 0, 2], power: [0, 2, 0] };
  expect(evaluate(graphOf(slopes), feeds)[0]).toEqual(Float64Array.of(0, 0, 0));
});

test('a slope of a slope', () => {
  const [y] = [input('y', 'f32', [])];
  const [first = y] = gradients(mul(mul(y, y), y), [y]);
  const [second = y] = gradients(first, [y]);
  expect(evaluate(graphOf([first, second]), { y: [3] })).toEqual([Float64Array.of(27), Float64Array.of(18)]);
});

test('a backward pass with its sign flipped is caught', async () => {
  const { graph, feeds } = lossOf({ op: 'tanh', shapes: [[3]] });
  const flipped = await gradcheck(graph, feeds, (differentiated, given) =>
    evaluate(differentiated, given).map((values) => values.map((value) => -value)),
  );
  expect(flipped[0]?.error).toBeGreaterThan(0.1);
});

test('what the loss does not depend on has the slope 0', () => {
  const [a, b] = [input('a', 'f32', [2]), input('b', 'f32', [2])];
  const graph = graphOf([sum(mul(a, detach(b)))]);
  expect(print(differentiate(graph, 4, [0, 1]))).toMatchInlineSnapshot(`
    "%0 = input a : f32[2]
    %1 = input b : f32[2]
    %2 = detach %1 : f32[2]
    %3 = mul %0, %2 : f32[2]
    %4 = reduce-sum %3 {axes = [0]} : f32[1]
    %5 = reshape %4 : f32[]
    %6 = constant {value = 1} : f32[1]
    %7 = broadcast %6 : f32[2]
    %8 = mul %7, %2 : f32[2]
    %9 = constant {value = 0} : f32[2]
    return %5, %8, %9
    "
  `);
});

test('a constant has a slope too, where one is asked for', () => {
  const scale = constant(3);
  const [slope = scale] = gradients(mul(scale, scale), [scale]);
  expect(evaluate(graphOf([slope]), {})).toEqual([Float64Array.of(6)]);
});

test('refuses a loss that is not one float', () => {
  expect(() => gradients(x, [x])).toThrow('a loss is one float, not f32[2,3,4]: take its sum or mean');
});
