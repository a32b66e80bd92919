// Every rung through the one interface, against plain loops, and what it refuses; every operation of every type is for the whole tests.
import { planFor } from '@kernel-ladder/harness';
import { emulatedDevice, emulatePlan, useTestGpu } from '@kernel-ladder/harness/testing';
import { describe, expect, test } from 'vitest';
import {
  argOps,
  findsIndex,
  foldOps,
  load,
  numbersOf,
  reference,
  rungNamed,
  sizes,
  testConformance,
  vectorRungs,
  withBuffer,
} from '../fixtures/conformance.ts';
import { family } from './family.ts';
import { reduce, reduceAxes } from './index.ts';
import type { ReduceCase } from './index.ts';

const gpu = useTestGpu();

testConformance(gpu, 'some');

test('some rungs find an index, some say that they do not', () => {
  const offered = new Set(vectorRungs.map(findsIndex));
  expect(offered).toEqual(new Set([true, false]));
});

// A software adapter has no f16: the library says so, and an emulated device runs what it would launch.
describe('f16', () => {
  test('is refused where the adapter has none', async () => {
    await withBuffer(gpu(), new Float32Array(4), async (values) => {
      const request = { values, n: 4, dtype: 'f16-f32', op: 'sum', load } as const;
      await expect(reduce(gpu(), request)).rejects.toThrow('cannot reduce f16-f32 here: ');
    });
  });

  describe.for(vectorRungs)('%s', (variant) => {
    const ops = [...foldOps, ...(findsIndex(variant) ? argOps : [])];
    test.for(ops.flatMap((op) => sizes.map((size) => ({ op, size }))))('$op of $size', ({ size, op }) => {
      const params: ReduceCase = { n: size, dtype: 'f16-f32', op, fill: 'uniform' };
      const plan = planFor(rungNamed(variant), params, emulatedDevice(32));
      if ('skip' in plan) throw new Error(plan.skip.message);
      const inputs = { values: Float16Array.from(numbersOf(size)) };
      const launch = { plan, inputs, outputs: family.outputs(params), load, subgroupSize: 32 };
      const { outputs, hazards } = emulatePlan(launch);
      expect(hazards).toEqual([]);
      expect([...(outputs['result'] ?? [])]).toEqual([reference(numbersOf(size), op)]);
    });
  });
});

test('an index of nothing is none', async () => {
  await withBuffer(gpu(), new Float32Array(0), async (values) => {
    expect(await reduce(gpu(), { values, n: 0, dtype: 'f32', op: 'argmax', load })).toBe(0xffffffff);
  });
});

test('refuses a rung that does not exist, and an axis that is none', async () => {
  await withBuffer(gpu(), new Float32Array(4), async (values) => {
    const request = { values, dtype: 'f32', op: 'sum', load } as const;
    await expect(reduce(gpu(), { ...request, n: 4, variant: 'fast' })).rejects.toThrow(
      '"fast" is no variant',
    );
    await expect(reduceAxes(gpu(), { ...request, shape: [4], axes: [1] })).rejects.toThrow('axis 1');
  });
});
