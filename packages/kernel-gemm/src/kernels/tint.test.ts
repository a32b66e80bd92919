// Tint's word on the texts of tiles that no case asks for, on a device with a matrix unit, without one.
import { shaderText } from '@kernel-ladder/harness';
import { fileLoader } from '@kernel-ladder/harness/node';
import { validateWgsl } from '@kernel-ladder/harness/testing';
import { registerTiles } from '@kernel-ladder/kernel-kit';
import { expect, test } from 'vitest';
import { hopper } from '../../fixtures/hopper.ts';
import { gemmCase } from '../cases.ts';
import type { GemmCase } from '../cases.ts';
import { planRegister } from '../plans/register.ts';
import { planTensor } from '../plans/tensor.ts';
import { tensorTile } from './tensor.wgsl.ts';

const load = fileLoader(new URL('./', import.meta.url));

type Planner = (params: GemmCase, device: typeof hopper) => ReturnType<typeof planTensor>;

function texts(plan: Planner, params: GemmCase, device = hopper): readonly string[] {
  const planned = plan(params, device);
  if ('skip' in planned) return [];
  return planned.passes.map((pass) => shaderText(pass.wgsl, load));
}

const layouts = ['nn', 'nt', 'tn', 'tt'] as const;

test.for(Object.entries(registerTiles))(
  'takes the %s register tile in every layout',
  async ([, { tile }]) => {
    for (const layout of layouts) {
      const params = gemmCase([300, 300, 300], { layout, epilogue: 'bias-gelu', batch: 2 });
      for (const text of texts((given, device) => planRegister(given, device, tile), params))
        expect(await validateWgsl(text)).toEqual([]);
    }
  },
);

test.for([
  { bn: 256, subgroupsAcross: 4 },
  { bm: 256, subgroupsDown: 4 },
  { bk: 16 },
  { bk: 64 },
  { padding: 0 },
  { subgroupsAcross: 4 },
  { subgroupsDown: 1, subgroupsAcross: 1, bm: 64, bn: 64 },
])('takes a tensor kernel with %o, with and without a fixed subgroup size', async (changes) => {
  const tile = { ...tensorTile, ...changes };
  const unpinned = { ...hopper, features: new Set([...hopper.features].slice(0, 3)) };
  for (const device of [hopper, unpinned]) {
    for (const epilogue of ['none', 'bias-gelu'] as const) {
      const params = gemmCase([1000, 1000, 1000], { dtype: 'f16-f32', epilogue });
      for (const text of texts((given, facts) => planTensor(given, facts, tile), params, device))
        expect(await validateWgsl(text)).toEqual([]);
    }
  }
});
