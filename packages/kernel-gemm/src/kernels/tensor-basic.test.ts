// The smallest kernel on the matrix unit, on an emulated one: every type and layout, edges included, and mistakes that show.
import { createRandom, edit } from '@kernel-ladder/harness';
import type { Plan } from '@kernel-ladder/harness';
import { fileLoader } from '@kernel-ladder/harness/node';
import { emulatePlan } from '@kernel-ladder/harness/testing';
import { expect, test } from 'vitest';
import { hopper } from '../../fixtures/hopper.ts';
import { gemmCase } from '../cases.ts';
import type { GemmCase } from '../cases.ts';
import { family } from '../family.ts';
import { createInputs } from '../inputs.ts';
import { createOracle } from '../oracle/oracle.ts';
import { planTensorBasic, refuseTensorBasic } from '../plans/tensor-basic.ts';

const load = fileLoader(new URL('./', import.meta.url));

function planOf(params: GemmCase): Plan {
  const plan = planTensorBasic(params, hopper);
  if ('skip' in plan) throw new Error(plan.skip.message);
  return plan;
}

function run(params: GemmCase, change = (plan: Plan) => plan) {
  const plan = change(planOf(params));
  const inputs = createInputs(params, createRandom(1));
  const launch = { plan, inputs, outputs: family.outputs(params), load, subgroupSize: 32 };
  const { outputs, hazards, suspected } = emulatePlan(launch);
  const { passed } = createOracle(params, inputs).verify(outputs, plan);
  return { passed, hazards: [...hazards, ...suspected].map(({ kind }) => kind) };
}

const sound = { passed: true, hazards: [] };
const dtypes = ['f16-f32', 'f16', 'i8-i32'] as const;
const layouts = ['nn', 'nt', 'tn', 'tt'] as const;

test.for(dtypes.flatMap((dtype) => layouts.map((layout) => [dtype, layout] as const)))(
  'multiplies %s stored as %s: whole fragments, edges on every side, a batch behind an epilogue',
  ([dtype, layout]) => {
    expect(run(gemmCase([32, 48, 64], { dtype, layout }))).toEqual(sound);
    expect(run(gemmCase([17, 33, 35], { dtype, layout }))).toEqual(sound);
    expect(run(gemmCase([5, 16, 7], { dtype, layout, batch: 3, epilogue: 'bias-relu' }))).toEqual(sound);
    expect(run(gemmCase([32, 16, 32], { dtype, layout, batch: 2, epilogue: 'bias-relu' }))).toEqual(sound);
  },
);

test.for(['bias-gelu', 'scale-residual'] as const)('applies %s where it crops', (epilogue) => {
  expect(run(gemmCase([17, 9, 20], { dtype: 'f16-f32', batch: 2, epilogue }))).toEqual(sound);
});

const names = (params: GemmCase) => planOf(params).passes.map(({ bindings }) => bindings.join(' '));

test('pads only what is not whole, and crops only where C is not', () => {
  const half = { dtype: 'f16-f32' } as const;
  expect(names(gemmCase([32, 48, 64], half))).toEqual(['a b c']);
  expect(names(gemmCase([32, 48, 60], half))).toEqual(['a aPadded', 'b bPadded', 'aPadded bPadded c']);
  expect(names(gemmCase([30, 48, 64], half))).toEqual(['a aPadded', 'aPadded b cPadded', 'cPadded c a']);
  expect(names(gemmCase([32, 48, 64], { ...half, epilogue: 'bias' }))).toEqual(['a b c', 'c bias']);
});

const refusal = (params: GemmCase, facts: Partial<typeof hopper> = {}) =>
  refuseTensorBasic(params, { ...hopper, ...facts })?.skip;

test('says what a device lacks: lanes that it cannot fix, or time for so long a product', () => {
  const half = gemmCase([64, 64, 64], { dtype: 'f16-f32' });
  expect(refusal(half)).toBeUndefined();
  expect(refusal(half, { subgroupMinSize: 16 })?.message).toContain('subgroups of 32 lanes');
  expect(refusal(half, { subgroupMatrixConfigs: [] })?.code).toBe('feature:subgroup-matrix-config');
  expect(refusal({ ...half, m: 2 ** 16, n: 2 ** 16, k: 64 })?.message).toContain('2^37 multiply-adds');
});

const mistakes: readonly [string, string, string, string][] = [
  ['a step along K too few', 'tensor-basic.wgsl', 'step = 0u', 'step = 1u'],
  [
    'rows of A a fragment too short',
    'tensor-basic.wgsl',
    'row * K + k) / PACKED, K',
    'row * K + k) / PACKED, N',
  ],
  ['B loaded by columns', 'tensor-basic.wgsl', '<Right, row_major>', '<Right, col_major>'],
  ['the first matrix of A for all', 'tensor-basic.wgsl', 'group.z * (M * K)', '0u'],
  ['fragments of C one over the other', 'tensor-basic.wgsl', '+ row * N + column, sums', '+ row * N, sums'],
  ['a cropped row as long as it was padded', 'crop.wgsl', 'row * PADDED_N', 'row * N'],
  ['the first matrix cropped for all', 'crop.wgsl', 'group.z * (PADDED_M * PADDED_N)', '0u'],
];

test.for(mistakes)('is found out with %s', ([, file, find, replace]) => {
  const params = gemmCase([17, 40, 64], { dtype: 'f16-f32', batch: 2 });
  expect(run(params)).toEqual(sound);
  expect(run(params, edit(file, find, replace))).not.toEqual(sound);
});
