// What surrounds the tensor kernel, proven without tensor cores: when it may run, and the padding of odd shapes.
import type { DeviceFacts, Family, Plan, Variant } from '@kernel-ladder/harness';
import { testFamily } from '@kernel-ladder/harness/testing';
import { expect, test } from 'vitest';
import { hopper as device } from '../../fixtures/hopper.ts';
import { gemmCase } from '../cases.ts';
import type { GemmCase } from '../cases.ts';
import { family } from '../family.ts';
import { tensorTiles } from '../kernels/tensor.wgsl.ts';
import { generalPass } from './passes.ts';
import { planTensor, planTensorUnfused, refuseTensor } from './tensor.ts';
import { roundUp } from './traffic.ts';

function planned(params: GemmCase, facts = device, tile = tensorTiles['f16-f32']): Plan {
  const plan = planTensor(params, facts, tile);
  if ('skip' in plan) throw new Error(plan.skip.message);
  return plan;
}

function bindings(m: number, n: number, k: number): readonly string[] {
  const plan = planned(gemmCase([m, n, k], { dtype: 'f16-f32' }));
  return names(plan);
}

test('runs whole tiles in one pass and pads only what is not whole', () => {
  expect(bindings(256, 128, 64)).toEqual(['a b c']);
  expect(bindings(1, 128, 64)).toEqual(['a aPadded', 'aPadded b c']);
  expect(bindings(128, 100, 64)).toEqual(['b bPadded', 'a bPadded c']);
  expect(bindings(128, 128, 33)).toEqual(['a aPadded', 'b bPadded', 'aPadded bPadded c']);
});

test('says what a device lacks', () => {
  const params = gemmCase([64, 64, 64], { dtype: 'f16-f32' });
  const code = (facts: Partial<DeviceFacts>, changes: Partial<GemmCase> = {}) =>
    refuseTensor({ ...params, ...changes }, { ...device, ...facts })?.skip.code;
  expect(code({})).toBeUndefined();
  expect(code({ features: new Set(['shader-f16']) })).toBe('feature:chromium-experimental-subgroup-matrix');
  expect(code({ subgroupMatrixConfigs: [] })).toBe('feature:subgroup-matrix-config');
  expect(code({ subgroupMinSize: 4, subgroupMaxSize: 16 })).toBe('not-applicable');
  expect(code({ limits: { ...device.limits, maxComputeWorkgroupStorageSize: 16_384 } })).toBe(
    'limit:maxComputeWorkgroupStorageSize',
  );
  const [halves] = device.subgroupMatrixConfigs;
  const wide = { ...device, subgroupMatrixConfigs: [halves!] };
  expect(refuseTensor({ ...params, dtype: 'f16' }, wide)?.skip).toEqual({
    code: 'feature:subgroup-matrix-config',
    message: 'the device multiplies no subgroup matrices of f16 with f16 sums, 16 x 16 x 16',
  });
  expect(code({ subgroupMatrixConfigs: [halves!] }, { dtype: 'i8-i32' })).toBe(
    'feature:subgroup-matrix-config',
  );
  const noHalves = { features: new Set([...device.features].filter((name) => name !== 'shader-f16')) };
  expect(code(noHalves)).toBe('feature:shader-f16');
  expect(code(noHalves, { dtype: 'i8-i32' })).toBeUndefined();
});

function names(plan: Plan): readonly string[] {
  return plan.passes.map((pass) => pass.bindings.join(' '));
}

test('an epilogue is part of the product, or a pass more', () => {
  const params = gemmCase([100, 100, 64], { dtype: 'f16-f32', epilogue: 'bias' });
  expect(names(planned(params))).toEqual(['a aPadded', 'b bPadded', 'aPadded bPadded c bias']);
  const unfused = planTensorUnfused(params, device);
  expect('skip' in unfused ? [] : names(unfused).slice(-2)).toEqual(['aPadded bPadded c', 'c bias']);
});

// The naive kernel takes the place of the tensor kernel behind the padding. It knows no padded columns, so that only
// matrices are taken whose rows lie along K.
const padding: Variant<GemmCase> = {
  name: 'naive on padded operands',
  summary: 'Proves the passes before the tensor kernel.',
  plan: (params, facts) => {
    const { m, n, k, batch, layout, dtype, epilogue } = params;
    const isPlanned = dtype === 'f16-f32' || dtype === 'i8-i32';
    const isPlain = layout === 'nt' && epilogue === 'none' && batch === 1 && m * n * k > 0;
    if (!isPlanned || !isPlain)
      return { skip: { code: 'not-applicable', message: 'not the tensor rung alone' } };
    const tile = { ...tensorTiles[dtype], bm: 64, bn: 64 };
    const plan = planned(params, { ...device, limits: facts.limits }, tile);
    const deep = { ...params, k: roundUp(k, tile.bk) };
    const passes = plan.passes.map((pass) => {
      if (!('text' in pass.wgsl)) return pass;
      const [a = '', b = '', c = ''] = pass.bindings;
      return { ...generalPass(deep), bindings: [a, b, c, b] };
    });
    return { ...plan, passes };
  },
};

const padded: Family<GemmCase> = {
  ...family,
  name: 'gemm on padded operands',
  chosen: {},
  variants: [padding],
  edgeCases: [
    {
      set: 'EC-PAD',
      cases: [1, 31, 64, 65].flatMap((side) =>
        [1, 63, 64, 100].map((k) => gemmCase([side, 66 - side, k], { layout: 'nt', dtype: 'i8-i32' })),
      ),
    },
  ],
  wrong: [],
};

testFamily(padded, new URL('../kernels/', import.meta.url));
