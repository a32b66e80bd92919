import { evaluate } from '@kernel-ladder/fusion';
import { createRandom } from '@kernel-ladder/harness';
import { expect, test } from 'vitest';
import { graphFor } from './graphs.ts';
import { fusionInputs } from './inputs.ts';
import type { GraphCase } from './problem.ts';

test('some rows of a block are what they are in the whole', () => {
  const params: GraphCase = { graph: 'transformer-block', width: 16, dtype: 'f32' };
  const arrays = fusionInputs(params, createRandom(7));
  const places = [0, 3, 4, 11, 18];
  const { x = new Float32Array() } = arrays;
  const drawn = places.flatMap((row) => rowOf(x, row));
  const [whole = []] = evaluate(graphFor(params), arrays);
  const [some] = evaluate(graphFor(params, { rows: places.length }), { ...arrays, drawn, places });
  expect([...(some ?? [])]).toEqual(places.flatMap((row) => rowOf(whole, row)));
});

function rowOf(values: ArrayLike<number>, row: number): readonly number[] {
  return Array.from({ length: 16 }, (_, column) => values[row * 16 + column] ?? Number.NaN);
}
