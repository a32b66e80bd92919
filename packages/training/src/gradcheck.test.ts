// Backward kernels against slopes: the loss is computed in f64 and moved a little, the gradient is what the generated WGSL makes of it, on
// the emulated device, which finds races and reads of what nobody wrote too.
import { compile, gradcheck, graphOf, input, optimise } from '@kernel-ladder/fusion';
import * as to from '@kernel-ladder/fusion';
import type { Expression, Feeds, Graph } from '@kernel-ladder/fusion';
import { emulateProgram } from '@kernel-ladder/fusion/testing/emulated.ts';
import { feedsOf } from '@kernel-ladder/fusion/testing';
import { createRandom, seedOf } from '@kernel-ladder/harness';
import { emulatedDevice } from '@kernel-ladder/harness/testing';
import { expect, test } from 'vitest';

const subgroupSize = 4;
const device = emulatedDevice(subgroupSize);

type Draw = (from: number, most: number) => number;

// Each operation on inputs whose lengths are drawn, those that are not multiples of anything among them.
const operations: { readonly [name: string]: (draw: Draw) => Expression } = {
  matmul: (draw) => {
    const [m, k, n] = [draw(1, 9), draw(1, 9), draw(1, 9)];
    return to.matmul(x('a', m, k), x('b', k, n));
  },
  'transposed matmul': (draw) => {
    const [batch, m, k, n] = [draw(1, 3), draw(1, 6), draw(1, 6), draw(1, 6)];
    return to.matmul(x('a', batch, k, m), x('b', batch, n, k), { transposeA: true, transposeB: true });
  },
  softmax: (draw) => to.softmax(x('x', draw(1, 5), draw(1, 17))),
  'layer norm': (draw) => {
    const columns = draw(2, 17);
    return to.layerNorm(x('x', draw(1, 5), columns), x('gain', columns), x('bias', columns));
  },
  'RMS norm': (draw) => {
    const columns = draw(2, 17);
    return to.rmsNorm(x('x', draw(1, 5), columns), x('gain', columns));
  },
  attention: (draw) => {
    const [heads, queries, keys, width] = [draw(1, 2), draw(1, 5), draw(1, 5), draw(1, 6)];
    const isCausal = draw(0, 1) === 1 && keys >= queries;
    return to.attention(
      x('q', heads, queries, width),
      x('k', heads, keys, width),
      x('v', heads, keys, width),
      isCausal,
    );
  },
  activations: (draw) => {
    const value = x('x', draw(1, 4), draw(1, 33));
    return to.gelu(to.add(to.silu(value), to.mul(to.tanh(value), to.sigmoid(value))));
  },
};

function x(name: string, ...shape: readonly number[]): Expression {
  return input(name, 'f32', shape);
}

test.for(Object.keys(operations))('%s over twenty random shapes', async (name) => {
  const random = createRandom(seedOf(name, 1));
  for (let turn = 0; turn < 20; turn++) {
    const graph = lossOf(operations[name]?.(random.integer) ?? x('x', 1));
    for (const { input: along, error } of await gradcheck(graph, feedsOf(graph, random), emulated))
      expect(error, `${along} of\n${to.print(graph)}`).toBeLessThan(1e-4);
  }
});

test('catches a backward pass with its sign flipped', async () => {
  const graph = lossOf(to.softmax(x('x', 2, 5)));
  const feeds = feedsOf(graph, createRandom(4));
  const flipped = await gradcheck(graph, feeds, (both, given) => emulated(flip(both), given));
  expect(flipped[0]?.error).toBeGreaterThan(0.1);
});

// Squares, so that what comes down differs from element to element.
function lossOf(value: Expression): Graph {
  return graphOf([to.sum(to.mul(value, value))]);
}

function emulated(graph: Graph, feeds: Feeds): readonly ArrayLike<number>[] {
  const { outputs, hazards } = emulateProgram(compile(optimise(graph), device), feeds, subgroupSize);
  expect(hazards).toEqual([]);
  return outputs;
}

// The backward pass of a quotient has a sign, the last one of the graph: it is left out.
function flip(graph: Graph): Graph {
  const last = graph.nodes.findLast(({ op }) => op === 'neg');
  return { ...graph, nodes: graph.nodes.map((node) => (node === last ? { ...node, op: 'barrier' } : node)) };
}
