// What may be tuned of the register-tiled kernel: candidates are texts that the WGSL compiler takes, and prefetching is right.
import { createRandom, edit, shaderText } from '@kernel-ladder/harness';
import type { Plan } from '@kernel-ladder/harness';
import { fileLoader } from '@kernel-ladder/harness/node';
import { combinations, emulatedDevice, emulatePlan, validateWgsl } from '@kernel-ladder/harness/testing';
import { expect, test } from 'vitest';
import { attentionCase } from '../cases.ts';
import { family } from '../family.ts';
import { flashSpace, planFlash } from '../plans/flash.ts';

const load = fileLoader(new URL('./', import.meta.url));
const h200 = emulatedDevice(32);

test('every candidate is one that the WGSL compiler takes', { timeout: 30_000 }, async () => {
  const params = attentionCase({ b: 4, h: 16, q: 4000, k: 4000, d: 64, mask: 'causal' });
  const { constraints } = flashSpace(params, h200);
  let taken = 0;
  for (const tile of combinations(flashSpace(params, h200))) {
    // How much is written out in a row changes no line but its number of times.
    if (tile.unroll !== 8 || !constraints.every(({ holds }) => holds(tile))) continue;
    const plan = planFlash(params, h200, tile);
    if ('skip' in plan) continue;
    taken++;
    for (const { wgsl } of plan.passes) expect(await validateWgsl(shaderText(wgsl, load))).toEqual([]);
  }
  expect(taken).toBeGreaterThan(20);
});

const tile = { bq: 32, bk: 16, tm: 4, tn: 4, unroll: 1, turned: true, prefetch: true } as const;

function run(change: (plan: Plan) => Plan) {
  const params = attentionCase({ h: 2, q: 33, k: 40, d: 20, mask: 'causal', fill: 'peaked' });
  const plan = planFlash(params, h200, tile);
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
