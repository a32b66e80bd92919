// Bounds of errors: wide enough for everything that rounds to f32 on the way, and not much wider.
import { createRandom } from '@kernel-ladder/harness';
import { expect, test } from 'vitest';
import { matmul, sum } from './arrays.ts';
import { evaluateWithBounds } from './bounds.ts';
import { evaluate } from './evaluate.ts';
import { add, cast, exp, input, mul } from './expression.ts';
import { graphOf } from './graph/build.ts';
import { unit } from './operators/contract.ts';
import { feedsOf, randomProgram } from './testing/index.ts';

test('hold for a hundred random programs whose values are rounded one by one', () => {
  for (let seed = 1; seed <= 100; seed++) {
    const { graph, feeds } = randomProgram({ seed, operations: 14 });
    const rounded = evaluate(graph, feeds, 'stored');
    const strays = evaluateWithBounds(graph, feeds).flatMap(({ values, bounds }, output) =>
      [...values].filter(
        (value, at) => !(Math.abs(value - (rounded[output]?.[at] ?? Number.NaN)) <= (bounds[at] ?? 0)),
      ),
    );
    expect(strays, `seed ${seed}`).toEqual([]);
  }
});

const [x, y] = [input('x', 'f32', [4, 64]), input('y', 'f32', [64, 4])];

// In units of what is added up: roundings are at most as many as operations, and the bound is half as much again.
test.for([
  ['a sum of two', graphOf([add(x, 1)]), 2],
  ['a sum of 64', graphOf([sum(x, { axes: [1] })]), 1.5 * 64 + 1],
  ['a product of matrices', graphOf([matmul(x, y)]), 1.5 * (2 * 64 + 2) + 1],
  ['an exponential of a product', graphOf([exp(mul(x, 0.5))]), 1.5 * (6 + 4 + 1) + 1],
] as const)('are those of the operations: %s', ([, graph, most]) => {
  const feeds = feedsOf(graph, createRandom(1));
  // With every number positive, what is added up is the result.
  const positive = Object.fromEntries(
    Object.entries(feeds).map(([name, numbers]) => [name, Array.from(numbers, Math.abs)]),
  );
  const [result] = evaluateWithBounds(graph, positive);
  const ratios = result?.values.map((value, at) => (result.bounds[at] ?? 0) / (unit * value)) ?? [];
  expect(Math.max(...ratios)).toBeLessThan(most);
  expect(Math.min(...ratios)).toBeGreaterThan(1);
});

test('are those of f16 where that is stored', () => {
  const graph = graphOf([mul(cast(x, 'f16'), cast(x, 'f16'))]);
  const feeds = feedsOf(graph, createRandom(2));
  const rounded = evaluate(graph, feeds, 'stored')[0] ?? [];
  const [result] = evaluateWithBounds(graph, feeds);
  const errors = result?.values.map((value, at) => Math.abs(value - (rounded[at] ?? 0))) ?? [];
  expect(Math.max(...errors)).toBeGreaterThan(2 ** -13);
  expect(errors.every((error, at) => error <= (result?.bounds[at] ?? 0))).toBe(true);
});
