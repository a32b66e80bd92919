// Products that store their results where a view of them has them: no kernel turns them, and nothing is lost on the way.
import { createRandom } from '@kernel-ladder/harness';
import { emulatedDevice } from '@kernel-ladder/harness/testing';
import { expect, test } from 'vitest';
import { matmul, reshape, transpose } from './arrays.ts';
import { compile } from './compile/index.ts';
import { evaluate } from './evaluate.ts';
import { add, exp } from './expression.ts';
import { graphOf, inputNode } from './graph/build.ts';
import type { Expression } from './graph/expression.ts';
import { optimise } from './passes/all.ts';
import { emulateProgram, furthest } from './testing/emulated.ts';
import { feedsOf } from './testing/index.ts';

const x = (name: string, ...shape: readonly number[]) => inputNode(name, { dtype: 'f32', shape });
// [2, 3 heads, 5 tokens, columns], and heads side by side.
const product = (columns: number, name = 'a') => matmul(x(name, 2, 3, 5, 7), x(`${name} w`, 7, columns));
const biased = add(product(8), x('bias', 2, 3, 5, 8));
const merged = (y: Expression) => transpose(y, [0, 2, 1, 3]);
const sum = merged(add(product(8), product(8, 'b')));
const projected = matmul(reshape(sum, [2, 5, 24]), x('w', 24, 4));

test.for([
  ['a result', [merged(product(8))], ['matmul transpose'], 'tiles'],
  ['a map', [merged(biased)], ['matmul add transpose'], 'tiles'],
  ['a map, by elements', [merged(biased)], ['matmul add transpose'], 'elements'],
  // One product's result is read where the other one's would be written, were its order kept.
  ['a sum', [projected], ['matmul', 'matmul add transpose', 'matmul reshape'], 'tiles'],
  ['layers', [transpose(product(8), [1, 0, 2, 3])], ['matmul transpose'], 'tiles'],
  // Not where it is read in its own order as well, where a head is no whole vec4s, or where rows become columns.
  ['read in its order', [merged(biased), exp(biased)], ['matmul add exp', 'transpose'], 'tiles'],
  ['odd heads', [merged(product(6))], ['matmul', 'transpose'], 'tiles'],
  ['columns', [transpose(product(8), [0, 1, 3, 2])], ['matmul', 'transpose'], 'tiles'],
] as const)('%s', ([, outputs, kernels, products]) => {
  const graph = optimise(graphOf(outputs));
  const feeds = feedsOf(graph, createRandom(3));
  const program = compile(graph, emulatedDevice(32), { products });
  const { outputs: got, hazards } = emulateProgram(program, feeds, 32);
  expect(hazards).toEqual([]);
  expect(furthest(got, evaluate(graph, feeds))).toBeLessThan(1e-5);
  const names = program.kernels.map(({ lines }) => lines.map((line) => / = ([\w-]+)/.exec(line)?.[1]));
  expect(names.map((each) => each.join(' '))).toEqual(kernels);
});
