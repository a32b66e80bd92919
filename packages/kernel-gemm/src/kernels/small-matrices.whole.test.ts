// `tensor` on devices whose matrices are 8 x 8 x 8: its text multiplies right there, and a mistake in it shows.
import { createRandom } from '@kernel-ladder/harness';
import type { DeviceFacts } from '@kernel-ladder/harness';
import { fileLoader } from '@kernel-ladder/harness/node';
import { emulatePlan } from '@kernel-ladder/harness/testing';
import { expect, test } from 'vitest';
import { hopper } from '../../fixtures/hopper.ts';
import { gemmCase } from '../cases.ts';
import type { GemmCase } from '../cases.ts';
import { family } from '../family.ts';
import { createInputs } from '../inputs.ts';
import { createOracle } from '../oracle/oracle.ts';
import { planTensor } from '../plans/tensor.ts';

const load = fileLoader(new URL('./', import.meta.url));

const matrices = (
  [
    ['f32', 'f32'],
    ['f16', 'f16'],
    ['f16', 'f32'],
  ] as const
).map(([componentType, resultComponentType]) => ({ componentType, resultComponentType, M: 8, N: 8, K: 8 }));

const small: DeviceFacts = {
  ...hopper,
  name: 'a GPU with small matrices',
  limits: {
    ...hopper.limits,
    maxComputeInvocationsPerWorkgroup: 256,
    maxComputeWorkgroupStorageSize: 16_384,
  },
  subgroupMatrixConfigs: matrices,
};

function run(params: GemmCase, edit = (text: string) => text) {
  const plan = planTensor(params, small);
  if ('skip' in plan) throw new Error(plan.skip.message);
  const passes = plan.passes.map((pass) =>
    'text' in pass.wgsl ? { ...pass, wgsl: { ...pass.wgsl, text: edit(pass.wgsl.text) } } : pass,
  );
  const inputs = createInputs(params, createRandom(1));
  const outputs = family.outputs(params);
  const result = emulatePlan({ plan: { ...plan, passes }, inputs, outputs, load, subgroupSize: 32 });
  return {
    passed: createOracle(params, inputs).verify(result.outputs, plan).passed,
    hazards: result.hazards.map(({ kind }) => kind),
    excess: [...result.moved.values()].reduce((all, bytes) => all + bytes, 0) - plan.implBytes,
  };
}

const cases = [
  gemmCase([64, 64, 32]),
  gemmCase([70, 61, 19], { layout: 'tt', epilogue: 'bias-gelu', batch: 2 }),
  gemmCase([64, 128, 64], { dtype: 'f16-f32', layout: 'nt' }),
  gemmCase([61, 130, 40], { dtype: 'f16', layout: 'tn', epilogue: 'bias' }),
];

test.for(cases)('multiplies %o', (params) => {
  expect(run(params)).toEqual({ passed: true, hazards: [], excess: 0 });
});

test('fragments of another row show', () => {
  const [right, wrong] = ['(a0', '(a1'].map((a) => `c01 = subgroupMatrixMultiplyAccumulate${a}`);
  expect(run(gemmCase([64, 64, 32]), (text) => text.replace(`${right}`, `${wrong}`)).passed).toBe(false);
});
