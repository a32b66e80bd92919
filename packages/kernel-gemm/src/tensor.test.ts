// What surrounds the tensor kernel, proven without tensor cores: when it may run, and the padding of odd shapes.
import type { DeviceFacts, Family, Plan, Variant } from '@kernel-ladder/harness';
import { testFamily } from '@kernel-ladder/harness/testing';
import { expect, test } from 'vitest';
import type { GemmCase } from './cases.ts';
import { family } from './family.ts';
import { roundUp } from './grid.ts';
import { tensorTile } from './kernels/tensor.wgsl.ts';
import { planTensor, refuseTensor } from './tensor.ts';
import { untiledPass } from './variant.ts';

const device: DeviceFacts = {
  features: new Set([
    'chromium-experimental-subgroup-matrix',
    'shader-f16',
    'subgroups',
    'subgroup-size-control',
  ]),
  limits: {
    maxComputeInvocationsPerWorkgroup: 1024,
    maxComputeWorkgroupStorageSize: 49_152,
    maxStorageBufferBindingSize: 2 ** 31 - 4,
  },
  subgroupMinSize: 32,
  subgroupMaxSize: 32,
  subgroupMatrixConfigs: [{ componentType: 'f16', resultComponentType: 'f32', M: 16, N: 16, K: 16 }],
  software: false,
};

function planned(params: GemmCase, facts = device, tile = tensorTile): Plan {
  const plan = planTensor(params, facts, tile);
  if ('skip' in plan) throw new Error(plan.skip.message);
  return plan;
}

function bindings(m: number, n: number, k: number): readonly string[] {
  const plan = planned({ m, n, k, fill: 'uniform', dtype: 'f16-f32' });
  return plan.passes.map((pass) => pass.bindings.join(' '));
}

test('runs whole tiles in one pass and pads only what is not whole', () => {
  expect(bindings(256, 128, 64)).toEqual(['a b c']);
  expect(bindings(1, 128, 64)).toEqual(['a aPadded', 'aPadded b cPadded', 'cPadded c']);
  expect(bindings(128, 100, 64)).toEqual(['b bPadded', 'a bPadded cPadded', 'cPadded c']);
  expect(bindings(128, 128, 33)).toEqual(['a aPadded', 'b bPadded', 'aPadded bPadded c']);
});

test('says what a device lacks', () => {
  const code = (facts: Partial<DeviceFacts>) => refuseTensor({ ...device, ...facts })?.skip.code;
  expect(code({})).toBeUndefined();
  expect(code({ features: new Set(['shader-f16']) })).toBe('feature:chromium-experimental-subgroup-matrix');
  expect(code({ subgroupMatrixConfigs: [] })).toBe('feature:subgroup-matrix-config');
  expect(code({ subgroupMinSize: 4, subgroupMaxSize: 16 })).toBe('not-applicable');
  expect(code({ limits: { ...device.limits, maxComputeWorkgroupStorageSize: 16_384 } })).toBe(
    'limit:maxComputeWorkgroupStorageSize',
  );
});

// The naive kernel takes the place of the tensor kernel between padding and cropping.
const padding: Variant<GemmCase> = {
  name: 'naive on padded operands',
  summary: 'Proves the passes around the tensor kernel.',
  plan: (params, facts) => {
    const skip = params.dtype === 'f32' || params.m * params.n * params.k === 0;
    if (skip) return { skip: { code: 'not-applicable', message: 'the tensor rung does not plan it' } };
    const tile = { ...tensorTile, bm: 64, bn: 64 };
    const plan = planned(params, { ...device, ...facts, features: device.features }, tile);
    const shape = {
      ...params,
      m: roundUp(params.m, 64),
      n: roundUp(params.n, 64),
      k: roundUp(params.k, tile.bk),
    };
    const passes = plan.passes.map((pass) =>
      'text' in pass.wgsl ? { ...untiledPass(shape, 'naive-f16.wgsl'), bindings: pass.bindings } : pass,
    );
    return { ...plan, passes };
  },
};

const padded: Family<GemmCase> = {
  ...family,
  name: 'gemm on padded operands',
  variants: [padding],
  wrong: [],
};

testFamily(padded, new URL('./kernels/', import.meta.url));
