// Deep products in parts: the same numbers as in one piece, from operands that lie either way.
import { createRandom } from '@kernel-ladder/harness';
import { emulatedDevice } from '@kernel-ladder/harness/testing';
import { expect, test } from 'vitest';
import { compile } from './compile/index.ts';
import { evaluate } from './evaluate.ts';
import { add, input } from './expression.ts';
import { graphOf, node } from './graph/build.ts';
import { emulateProgram, furthest } from './testing/emulated.ts';
import { feedsOf } from './testing/index.ts';

const [m, n, k] = [5, 8, 2048];

test.for([
  { transposeA: false, transposeB: false, batch: [] },
  { transposeA: true, transposeB: false, batch: [] },
  { transposeA: false, transposeB: true, batch: [2] },
  { transposeA: true, transposeB: true, batch: [2] },
])('$transposeA $transposeB $batch', ({ transposeA, transposeB, batch }) => {
  const a = input('a', 'f32', [...batch, ...(transposeA ? [k, m] : [m, k])]);
  const b = input('b', 'f32', [...batch, ...(transposeB ? [n, k] : [k, n])]);
  const product = node('matmul', [a, b, input('c', 'f32', [n])], { transposeA, transposeB });
  const graph = graphOf([add(product, 1)]);
  const program = compile(graph, emulatedDevice(4));
  const lines = program.kernels.map(({ lines: [first = ''] }) => first);
  // A fold behind the product, and everything that follows the product in it.
  expect(lines).toEqual([
    expect.stringContaining(`${[...batch, 8, m, n].join(',')}] = matmul`),
    expect.stringContaining('= reduce-sum'),
  ]);
  const feeds = feedsOf(graph, createRandom(3));
  const { outputs, hazards } = emulateProgram(program, feeds, 4);
  expect(hazards).toEqual([]);
  expect(furthest(outputs, evaluate(graph, feeds))).toBeLessThan(1e-4);
});

function kernels(rows: number, terms: number): number {
  const [left, right] = [input('a', 'f32', [rows, terms]), input('b', 'f32', [terms, 64])];
  return compile(graphOf([node('matmul', [left, right])]), emulatedDevice(32)).kernels.length;
}

test('a product with tiles enough, or few terms, stays in one piece', () => {
  expect([kernels(64, 1024), kernels(64, 4096), kernels(16_384, 4096)]).toEqual([1, 2, 1]);
});
