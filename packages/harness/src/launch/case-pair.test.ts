// What a timed launch is proven on beside the inputs that it is timed on.
import { expect, test } from 'vitest';
import { readBuffer } from '@kernel-ladder/gpu';
import { doubleCase, family } from '../../fixtures/double/family.ts';
import type { DoubleCase } from '../../fixtures/double/family.ts';
import type { CaseData } from './case-data.ts';
import { createCasePair } from './case-pair.ts';
import { useTestGpu } from '../testing/test-gpu.ts';

const gpu = useTestGpu();

// The first element tells the values, the last the structure.
const structured: typeof family = {
  ...family,
  inputs: (_, random, structure) => ({
    values: Float32Array.of(random.uniform(0, 1), structure.uniform(0, 1)),
  }),
  exact: (params) => params,
};

async function valuesOf({ buffers }: CaseData): Promise<readonly number[]> {
  const bytes = await readBuffer(gpu(), buffers.get('values')!, { offset: 0, bytes: 8 });
  return [...new Float32Array(bytes)];
}

const pairOf = (seed: number, refills?: (params: DoubleCase) => readonly DoubleCase[]) =>
  createCasePair(gpu(), {
    family: { ...structured, ...(refills ? { refills } : {}) },
    params: doubleCase(2),
    seed,
  });

test('other inputs have the structure of the case, and what is filled anew has one of its own', async () => {
  const pair = await pairOf(1);
  const refilled = await pair.refilled(() => true);
  const [given, other, anew] = await Promise.all(
    [pair.given, await pair.other(), refilled!.data].map(valuesOf),
  );
  pair.free();
  expect(new Set([given?.[0], other?.[0], anew?.[0]]).size).toBe(3);
  expect(other?.[1]).toBe(given?.[1]);
  expect(anew?.[1]).not.toBe(given?.[1]);
});

const fills = (params: DoubleCase): readonly DoubleCase[] =>
  (['both', 'positive'] as const).map((sign) => ({ ...params, sign }));

test('which fill comes first is the seed’s to draw, and a variant gets the first that it takes', async () => {
  const firsts = new Set<string | undefined>();
  for (const seed of [1, 2, 3, 4, 5, 6, 7, 8]) {
    const pair = await pairOf(seed, fills);
    firsts.add((await pair.refilled(() => true))?.name);
    expect((await pair.refilled(({ sign }) => sign === 'positive'))?.name).toBe('n=2,sign=positive,f32');
    expect(await pair.refilled(() => false)).toBeNull();
    pair.free();
  }
  expect(firsts.size).toBe(2);
});

test('inputs of the same seed and fill, and of another structure, are not taken for each other', async () => {
  const pair = await pairOf(1);
  const [refilled, plain] = [await pair.refilled(() => true), await pair.under(3)];
  const [anew, same] = await Promise.all([refilled!.data, plain].map(valuesOf));
  pair.free();
  expect(anew?.[0]).toBe(same?.[0]);
  expect(anew?.[1]).not.toBe(same?.[1]);
});
