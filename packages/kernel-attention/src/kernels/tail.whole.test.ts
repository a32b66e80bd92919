// The wide kernel whose last blocks are split along their keys, on emulated matrices.
import { createRandom } from '@kernel-ladder/harness';
import { fileLoader } from '@kernel-ladder/harness/node';
import { emulatedDevice, emulatePlan } from '@kernel-ladder/harness/testing';
import { expect, test } from 'vitest';
import { attentionCase } from '../cases.ts';
import { family } from '../family.ts';
import { planTail, tailOf, wideTile } from '../plans/wide.ts';

const load = fileLoader(new URL('./', import.meta.url));
const h200 = emulatedDevice(32);

test('five whole waves of an H200 and 68 blocks make five parts of each of these', () => {
  const params = attentionCase({ b: 4, h: 16, q: 4096, k: 4096, d: 64, dtype: 'f16' });
  const device = { ...h200, name: 'NVIDIA H200' };
  expect(tailOf(params, wideTile, device)).toEqual({ whole: 1980, parts: 5, keys: 832 });
  expect(tailOf({ ...params, mask: 'causal' }, wideTile, device)).toBeNull();
  expect(tailOf({ ...params, d: 128, q: 2048, k: 2048 }, wideTile, device)).toBeNull();
});

test('is right and without a race where a block is whole and others are not', () => {
  const tile = { ...wideTile, subgroups: 1 };
  for (const trusts of [false, true]) {
    const params = attentionCase({ h: 3, q: 64, k: 100, d: 32, fill: 'peaked', dtype: 'f16' });
    const tail = { whole: 2, parts: 3, keys: 48 };
    const plan = planTail(params, h200, { tile: { ...tile, trusts }, tail });
    const inputs = family.inputs(params, createRandom(1), createRandom(2));
    const result = emulatePlan({ plan, inputs, outputs: family.outputs(params), load, subgroupSize: 32 });
    expect(result.hazards).toEqual([]);
    expect(family.oracle(params, inputs).verify(result.outputs, plan)).toMatchObject({ passed: true });
  }
});
