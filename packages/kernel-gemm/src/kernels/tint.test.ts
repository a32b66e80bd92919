// Tint's word on the generated kernels, without an adapter that could run them.
import { validateWgsl } from '@kernel-ladder/harness/testing';
import { expect, test } from 'vitest';
import { cases, edgeCases } from '../cases.ts';
import { roundUp, spread } from '../grid.ts';
import { registerKernel, registerTile } from './register.wgsl.ts';
import { tensorKernel, tensorTile } from './tensor.wgsl.ts';
import type { TensorTile } from './tensor.wgsl.ts';

const products = [...edgeCases.flatMap((set) => [...set.cases]), ...Object.values(cases).flat()].filter(
  ({ m, n, k }) => m * n * k > 0,
);

type Size = Pick<(typeof products)[number], 'm' | 'n' | 'k'>;

function tensorText({ m, n, k }: Size, tile: TensorTile, pinsSubgroupSize: boolean): string {
  const whole = { m: roundUp(m, tile.bm), n: roundUp(n, tile.bn), k: roundUp(k, tile.bk) };
  return tensorKernel(
    { ...whole, grid: spread((whole.m / tile.bm) * (whole.n / tile.bn)), pinsSubgroupSize },
    tile,
  );
}

test('takes the tensor kernel of every case, without a warning', async () => {
  for (const params of products) expect(await validateWgsl(tensorText(params, tensorTile, true))).toEqual([]);
});

test('takes the register kernel of every case, without a warning', async () => {
  for (const params of products) {
    const grid = spread(Math.ceil(params.m / registerTile.bm) * Math.ceil(params.n / registerTile.bn));
    const input = params.dtype === 'f32' ? 'f32' : 'f16';
    expect(await validateWgsl(registerKernel({ ...params, input, grid }))).toEqual([]);
  }
});

test.for([
  { bn: 256, subgroupsAcross: 4 },
  { bm: 256, subgroupsDown: 4 },
  { bk: 16 },
  { bk: 64 },
  { padding: 0 },
  { subgroupsAcross: 4 },
  { subgroupsDown: 1, subgroupsAcross: 1, bm: 64, bn: 64 },
])('takes a tensor kernel with %o, with and without a fixed subgroup size', async (changes) => {
  const size = { m: 1000, n: 1000, k: 1000 };
  const tile = { ...tensorTile, ...changes };
  for (const pins of [true, false]) expect(await validateWgsl(tensorText(size, tile, pins))).toEqual([]);
});
