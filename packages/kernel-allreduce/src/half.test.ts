// SwiftShader has no f16: the compiler at least accepts what a device with it would run.
import { shaderText } from '@kernel-ladder/harness';
import { fileLoader } from '@kernel-ladder/harness/node';
import { validateWgsl, useSoftwareGpu } from '@kernel-ladder/harness/testing';
import { expect, test } from 'vitest';
import { allreduceCase } from './cases.ts';
import { family } from './family.ts';

const load = fileLoader(new URL('./kernels/', import.meta.url));
const gpu = useSoftwareGpu();

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
