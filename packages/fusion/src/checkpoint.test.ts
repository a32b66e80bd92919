// Checkpoints: the same gradients in every bit, and less that is alive at a time.
import { createRandom } from '@kernel-ladder/harness';
import { expect, test } from 'vitest';
import { matmul, sum } from './arrays.ts';
import { differentiate } from './differentiate.ts';
import { evaluate } from './evaluate.ts';
import { input, mul, tanh } from './expression.ts';
import { graphOf } from './graph/build.ts';
import type { Graph } from './graph/types.ts';
import { optimise } from './passes/all.ts';
import { orderForMemory, peakBytes } from './passes/order.ts';
import { feedsOf } from './testing/index.ts';

const [layers, segment] = [16, 4];

// Sixteen layers whose input is wide and whose weights are small, so that memory is what lies between them.
function network(): { readonly graph: Graph; readonly kept: readonly number[] } {
  const first = input('x', 'f32', [64, 4]);
  let value = first;
  const ends = [];
  for (let layer = 0; layer < layers; layer++) {
    value = tanh(matmul(value, input(`w${layer}`, 'f32', [4, 4])));
    if (layer % segment === segment - 1) ends.push(value);
  }
  const graph = graphOf([sum(mul(value, value)), ...ends]);
  const [loss = 0, ...kept] = graph.outputs;
  return { graph: { ...graph, outputs: [loss] }, kept };
}

const { graph, kept } = network();
const [loss = 0] = graph.outputs;
const weights = graph.inputs.map((_, id) => id).slice(1);
const plain = differentiate(graph, loss, weights);
const saving = differentiate(graph, loss, weights, kept);

test('gradients are the same in every bit', () => {
  const feeds = feedsOf(graph, createRandom(2));
  expect(evaluate(saving, feeds)).toEqual(evaluate(plain, feeds));
  expect(evaluate(optimise(saving), feeds, 'stored')).toEqual(evaluate(optimise(plain), feeds, 'stored'));
});

test('what is alive at a time is less, for more operations', () => {
  const [usual, less] = [optimise(plain), optimise(saving)];
  expect(peakBytes(less)).toBeLessThan(0.7 * peakBytes(usual));
  expect(less.nodes.length).toBeGreaterThan(usual.nodes.length);
});

test('an order in which gradients are taken early keeps less alive', () => {
  expect(peakBytes(orderForMemory(plain))).toBeLessThan(0.7 * peakBytes(plain));
});
