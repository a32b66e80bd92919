// SwiftShader has no f16: the compiler accepts what a device with it would run, and an emulated device runs it.
import { createRandom, shaderText } from '@kernel-ladder/harness';
import { fileLoader } from '@kernel-ladder/harness/node';
import { emulatedDevice, emulatePlan, useTestGpu, validateWgsl } from '@kernel-ladder/harness/testing';
import { expect, test } from 'vitest';
import { allreduceCase } from './cases.ts';
import { family } from './family.ts';

const load = fileLoader(new URL('./kernels/', import.meta.url));
const gpu = useTestGpu();

test.for(family.variants.map(({ name }) => name))('%s of f16 compiles', async (name) => {
  const variant = family.variants.find((candidate) => candidate.name === name)!;
  const features = new Set([...gpu().facts.features, 'shader-f16']);
  for (const op of ['sum', 'mean'] as const) {
    const params = allreduceCase(2 ** 16 + 1, 8, { dtype: 'f16', op });
    expect(variant.plan(params, gpu().facts)).toMatchObject({ skip: { code: 'feature:shader-f16' } });
    const plan = variant.plan(params, { ...gpu().facts, features });
    if ('skip' in plan) throw new Error(plan.skip.message);
    for (const text of new Set(plan.passes.map((pass) => shaderText(pass.wgsl, load))))
      expect(await validateWgsl(text)).toEqual([]);
  }
});

test.for([...family.variants])(
  '$name of means whose sums overflow f16: wrong where it hands sums on',
  (variant) => {
    const { cases } = family.edgeCases.find(({ set }) => set === 'EC-DIST-LARGE')!;
    for (const params of cases) {
      const plan = variant.plan(params, emulatedDevice(32));
      if ('skip' in plan) throw new Error(plan.skip.message);
      const inputs = family.inputs(params, createRandom(1), createRandom(2));
      const outputs = family.outputs(params);
      const result = emulatePlan({ plan, inputs, outputs, load, subgroupSize: 32 });
      const { passed } = family.oracle(params, inputs).verify(result.outputs, plan);
      expect(passed).toBe((variant.breaksOn?.(params) ?? null) === null);
    }
  },
);
