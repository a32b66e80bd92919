// Texts that a software adapter cannot run are at least what Tint accepts, without a warning.
import { validateWgsl } from '@kernel-ladder/harness/testing';
import { expect, test } from 'vitest';
import { edgeCases, timedCases } from '../cases.ts';
import { flashTiles, problemOf } from '../plans/flash.ts';
import { tensorTileFor } from '../plans/tensor.ts';
import { flashKernel, flashLayout } from './flash.wgsl.ts';
import { tensorKernel, tensorLayout } from './tensor.wgsl.ts';

const attentions = [
  ...edgeCases.flatMap((set) => [...set.cases]),
  ...Object.values(timedCases).flat(),
].filter(({ b, h, q, k, d }) => b * h * q * k * d > 0 && d % 16 === 0);
const workgroupMemory = 49_152;

test('takes the tensor kernel of every case', async () => {
  for (const params of attentions) {
    const tile = tensorTileFor(params);
    const { bq, sharedBytes } = tensorLayout(tile, params.d);
    expect(sharedBytes).toBeLessThanOrEqual(workgroupMemory);
    const text = tensorKernel({ ...problemOf(params, bq), pinsSubgroupSize: true }, tile);
    expect(await validateWgsl(text)).toEqual([]);
  }
});

test.for([{ bk: 32 }, { subgroups: 4, bk: 64 }, { subgroups: 2 }, { padding: 0 }, { subgroups: 16 }])(
  'takes a tensor kernel with %o, with and without a fixed subgroup size',
  async (changes) => {
    const [params] = timedCases.headline;
    const tile = { ...tensorTileFor(params!), ...changes };
    const problem = problemOf(params!, tensorLayout(tile, 64).bq);
    for (const pinsSubgroupSize of [true, false]) {
      expect(await validateWgsl(tensorKernel({ ...problem, pinsSubgroupSize }, tile))).toEqual([]);
    }
  },
);

test('takes the flash kernel of every case with every tile that fits', async () => {
  for (const params of attentions) {
    for (const tile of flashTiles.filter(
      (each) => flashLayout(each, params.d).sharedBytes <= workgroupMemory,
    )) {
      const text = flashKernel({ ...problemOf(params, tile.bq), element: params.dtype }, tile);
      expect(await validateWgsl(text)).toEqual([]);
    }
  }
});
