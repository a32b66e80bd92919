// The register-tiled kernel with everything that may be tuned of it: right, and its check rejects what is taken from it.
import { createRandom, edit } from '@kernel-ladder/harness';
import type { Plan } from '@kernel-ladder/harness';
import { fileLoader } from '@kernel-ladder/harness/node';
import { emulatedDevice, emulatePlan } from '@kernel-ladder/harness/testing';
import { expect, test } from 'vitest';
import { attentionCase } from '../cases.ts';
import { family } from '../family.ts';
import { planFlash } from '../plans/flash.ts';
import type { FlashTile } from './flash.wgsl.ts';

const load = fileLoader(new URL('./', import.meta.url));
const h200 = emulatedDevice(32);

const tile = {
  bq: 32,
  bk: 16,
  tm: 4,
  tn: 4,
  unroll: 1,
  turned: true,
  prefetch: true,
  weights: 'stored',
  queries: 'staged',
} as const;
const shuffled = { ...tile, turned: false, prefetch: false, weights: 'shuffled' } as const;

function run(change: (plan: Plan) => Plan, choice: FlashTile = tile) {
  const params = attentionCase({ h: 2, q: 33, k: 40, d: 20, mask: 'causal', fill: 'peaked' });
  const plan = planFlash(params, h200, choice);
  if ('skip' in plan) throw new Error(plan.skip.message);
  const inputs = family.inputs(params, createRandom(1), createRandom(2));
  const outputs = family.outputs(params);
  const result = emulatePlan({ plan: change(plan), inputs, outputs, load, subgroupSize: 8 });
  const { passed } = family.oracle(params, inputs).verify(result.outputs, plan);
  return { passed, hazards: [...new Set(result.hazards.map(({ kind }) => kind))] };
}

test('prefetching is right and without a race', () => {
  expect(run((plan) => plan)).toEqual({ passed: true, hazards: [] });
});

test('prefetching has a race without the barrier behind the weights', () => {
  const change = edit('flash.wgsl.ts', '// The weights are complete.\n    workgroupBarrier();', '');
  expect(run(change).hazards).toContain('race');
});

test('weights that are read where they were not turned to are wrong', () => {
  const change = edit('flash.wgsl.ts', '(row_thread + at / 4u) % 8u', 'row_thread');
  expect(run(change).passed).toBe(false);
});

test('weights that stay in registers are right and without a race, values on their way or not', () => {
  for (const prefetch of [false, true])
    expect(run((plan) => plan, { ...shuffled, prefetch })).toEqual({ passed: true, hazards: [] });
});

test('queries that are read where they are give what staged ones give', () => {
  const cached = { ...shuffled, unroll: 4, queries: 'cached' } as const;
  expect(run((plan) => plan, cached)).toEqual({ passed: true, hazards: [] });
  const change = edit('flash.wgsl.ts', 'let a1 = vec4f(queries[query1 + quad]);', 'let a1 = a0;');
  expect(run(change, cached).passed).toBe(false);
});

test('values that take the place of keys too early are a race', () => {
  const change = edit('flash.wgsl.ts', '// Everyone has read the keys.\n    workgroupBarrier();', '');
  expect(run(change, shuffled).hazards).toContain('race');
});

test('weights of the wrong lane are rejected', () => {
  const change = edit(
    'flash.wgsl.ts',
    'let a0 = subgroupShuffle(s0_0.x, lane - column_thread + owner);',
    'let a0 = s0_0.x;',
  );
  expect(run(change, shuffled).passed).toBe(false);
});
