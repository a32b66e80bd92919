// Tint's word on every text that a device with a matrix unit would run, without one.
import { shaderText } from '@kernel-ladder/harness';
import { fileLoader } from '@kernel-ladder/harness/node';
import { validateWgsl } from '@kernel-ladder/harness/testing';
import { expect, test } from 'vitest';
import { hopper } from '../../fixtures/hopper.ts';
import { edgeCases } from '../awkward.ts';
import { cases, gemmCase } from '../cases.ts';
import type { GemmCase } from '../cases.ts';
import { family } from '../family.ts';
import { planRegister } from '../plans/register.ts';
import { planTensor } from '../plans/tensor.ts';
import { registerTiles } from '../plans/tiles.ts';
import { tensorTile } from './tensor.wgsl.ts';

const load = fileLoader(new URL('./', import.meta.url));
const products = [...edgeCases.flatMap((set) => [...set.cases]), ...Object.values(cases).flat()];

type Planner = (params: GemmCase, device: typeof hopper) => ReturnType<typeof planTensor>;

function texts(plan: Planner, params: GemmCase, device = hopper): readonly string[] {
  const planned = plan(params, device);
  if ('skip' in planned) return [];
  return planned.passes.map((pass) => shaderText(pass.wgsl, load));
}

test.for([...family.variants])('takes $name on every case, without a warning', async ({ plan }) => {
  const seen = new Set(products.flatMap((params) => texts(plan, params)));
  expect(seen.size).toBeGreaterThan(0);
  for (const text of seen) expect({ text, says: await validateWgsl(text) }).toEqual({ text, says: [] });
});

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
