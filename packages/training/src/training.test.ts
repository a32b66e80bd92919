// Whole uses of the executed allreduce: training that is split over ranks goes as if it were not.
import { closedForm } from '@kernel-ladder/collectives';
import { createRandom, fill } from '@kernel-ladder/harness';
import { fileLoader } from '@kernel-ladder/harness/node';
import { useTestGpu } from '@kernel-ladder/harness/testing';
import { beforeAll, describe, expect, test } from 'vitest';
import { trainDataParallel } from './data-parallel.ts';
import type { Training } from './data-parallel.ts';
import { initialParameters } from './task.ts';
import { multiplyTensorParallel } from './tensor-parallel.ts';

const load = fileLoader(new URL('./kernels/', import.meta.url));
const gpu = useTestGpu();

describe('data-parallel training', () => {
  const [batch, steps] = [32, 50];
  const request = { steps, learningRate: 0.2, seed: 7, load };
  let alone: Training;
  beforeAll(async () => {
    alone = await trainDataParallel(gpu(), {
      ...request,
      ranks: 1,
      samplesPerRank: batch,
      algorithm: 'ring',
    });
  });

  test('learns', () => {
    expect(mean(alone.losses.slice(-10))).toBeLessThan(0.5 * mean(alone.losses.slice(0, 5)));
  });

  test.for([
    { ranks: 2, algorithm: 'tree' },
    { ranks: 4, algorithm: 'ring' },
    { ranks: 8, algorithm: 'halving-doubling' },
    { ranks: 8, algorithm: 'hierarchical', nodes: 4 },
  ] as const)('on $ranks ranks by $algorithm goes as on one with the whole batch', async (split) => {
    const samplesPerRank = batch / split.ranks;
    const together = await trainDataParallel(gpu(), { ...request, ...split, samplesPerRank });
    for (const [step, loss] of alone.losses.entries())
      expect(Math.abs(together.losses[step]! - loss) / loss).toBeLessThan(1e-3);
    for (const replica of together.parameters) expect(replica).toEqual(together.parameters[0]);
    const elements = initialParameters(7).length + 1;
    const { sentElements } = closedForm(split.algorithm, { ranks: split.ranks, elements, nodes: 2 });
    expect(together.sentBytesPerStep).toBe(4 * sentElements);
  });

  // Were gradients not exchanged, or only a share of them, the curves would part.
  test('another share of the batch gives another curve', async () => {
    const half = await trainDataParallel(gpu(), {
      ...request,
      ranks: 1,
      samplesPerRank: 16,
      algorithm: 'ring',
    });
    const apart = half.losses.map((loss, step) => Math.abs(loss - alone.losses[step]!) / alone.losses[step]!);
    expect(Math.max(...apart)).toBeGreaterThan(0.05);
  });
});

describe('tensor-parallel product', () => {
  const [rows, inner, hidden, columns] = [9, 20, 24, 13];
  const random = createRandom(3);
  const matrix = (size: number) => fill(new Float32Array(size), () => random.uniform(-1, 1));
  const [x, a, b] = [matrix(rows * inner), matrix(inner * hidden), matrix(hidden * columns)];
  const request = { rows, inner, hidden, columns, x, a, b, load };

  test.for([
    { ranks: 1, algorithm: 'ring' },
    { ranks: 2, algorithm: 'one-shot' },
    { ranks: 4, algorithm: 'two-shot' },
    { ranks: 8, algorithm: 'double-tree' },
  ] as const)(
    'on $ranks ranks equals the unsplit one, on every rank, and sends what the closed form says',
    async ({ ranks, algorithm }) => {
      const { products, sentBytes } = await multiplyTensorParallel(gpu(), { ...request, ranks, algorithm });
      const between = product(x, a, [rows, inner, hidden]);
      const expected = product(between, b, [rows, hidden, columns]);
      const magnitudes = product(
        product(x.map(Math.abs), a.map(Math.abs), [rows, inner, hidden]),
        b.map(Math.abs),
        [rows, hidden, columns],
      );
      const additions = inner + hidden + ranks;
      for (const [index, value] of products[0]!.entries())
        expect(Math.abs(value - expected[index]!)).toBeLessThan(additions * 2 ** -24 * magnitudes[index]!);
      for (const other of products) expect(other).toEqual(products[0]);
      const elements = rows * columns;
      expect(sentBytes).toBe(4 * closedForm(algorithm, { ranks, elements }).sentElements);
    },
  );

  test('refuses ranks that do not divide the hidden size', async () => {
    const answer = multiplyTensorParallel(gpu(), { ...request, ranks: 5, algorithm: 'ring' });
    await expect(answer).rejects.toThrow('5 ranks do not divide the hidden size 24');
  });
});

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function product(
  left: ArrayLike<number>,
  right: ArrayLike<number>,
  [rows, inner, columns]: readonly [number, number, number],
): Float64Array {
  return fill64(rows * columns, (index) => {
    const [row, column] = [Math.floor(index / columns), index % columns];
    let sum = 0;
    for (let k = 0; k < inner; k++) sum += left[row * inner + k]! * right[k * columns + column]!;
    return sum;
  });
}

function fill64(length: number, element: (index: number) => number): Float64Array {
  return Float64Array.from({ length }, (_, index) => element(index));
}
