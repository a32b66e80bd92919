// The rung that is there to fail: wrong exactly where it says so, on cases that the other rungs are right on.
import { createRandom } from '@kernel-ladder/harness';
import { fileLoader } from '@kernel-ladder/harness/node';
import { emulatedDevice, emulatePlan } from '@kernel-ladder/harness/testing';
import { expect, test } from 'vitest';
import { attentionCase } from './cases.ts';
import type { AttentionCase } from './cases.ts';
import { family } from './family.ts';

const load = fileLoader(new URL('./kernels/', import.meta.url));

function isRight(name: string, params: AttentionCase): boolean {
  const variant = family.variants.find((candidate) => candidate.name === name)!;
  const plan = variant.plan(params, emulatedDevice(32));
  if ('skip' in plan) throw new Error(plan.skip.message);
  const inputs = family.inputs(params, createRandom(1), createRandom(2));
  const outputs = family.outputs(params);
  const result = emulatePlan({ plan, inputs, outputs, load, subgroupSize: 32 });
  return family.oracle(params, inputs).verify(result.outputs, plan).passed;
}

const unsafe = family.variants.find(({ name }) => name === 'unsafe')!;
const breaks = (params: AttentionCase) => (unsafe.breaksOn?.(params) ?? null) !== null;

test.for([
  [8, 1],
  [8, 9],
] as const)('%d queries of %d keys overflow without the maximum, and with it they do not', ([q, k]) => {
  const params = attentionCase({ q, k, d: 16, fill: 'extreme' });
  expect(breaks(params)).toBe(true);
  expect([isRight('unsafe', params), isRight('naive', params)]).toEqual([false, true]);
});

test('scores of usual size need no maximum', () => {
  const params = attentionCase({ q: 8, k: 9, d: 16 });
  expect([breaks(params), isRight('unsafe', params)]).toEqual([false, true]);
});

test('awkward cases of every type break it, and those that might are left out', () => {
  const all = family.edgeCases.flatMap(({ cases }) => cases);
  const broken = all.filter((params) => breaks(params));
  expect(new Set(broken.map(({ dtype }) => dtype))).toEqual(new Set(['f32', 'f16']));
  const sharp = all.filter(({ fill }) => fill === 'peaked' || fill === 'extreme');
  for (const params of sharp.filter((one) => !breaks(one)))
    expect(unsafe.plan(params, emulatedDevice(32))).toMatchObject({ skip: { code: 'not-applicable' } });
});
