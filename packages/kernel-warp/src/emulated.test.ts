// What a device may hide and the emulator shows: lanes that do not come to a vote, where the analysis of uniformity is off, and numbers
// from lanes that are not there.
import { edit, inputsOf, planFor } from '@kernel-ladder/harness';
import type { Plan } from '@kernel-ladder/harness';
import { fileLoader } from '@kernel-ladder/harness/node';
import { emulatedDevice, emulatePlan } from '@kernel-ladder/harness/testing';
import { expect, test } from 'vitest';
import { degreeCase, sumCase } from './cases.ts';
import type { WarpCase } from './cases/kinds.ts';
import { family } from './family.ts';

const load = fileLoader(new URL('./kernels/', import.meta.url));

function run(rung: string, params: WarpCase, change: (plan: Plan) => Plan = (plan) => plan) {
  const variant = family.variants.find(({ name }) => name === rung)!;
  const plan = planFor(variant, params, emulatedDevice(8));
  if ('skip' in plan) throw new Error(plan.skip.message);
  const inputs = inputsOf(family, params, 1);
  const outputs = family.outputs(params);
  const result = emulatePlan({ plan: change(plan), inputs, outputs, load, subgroupSize: 8 });
  const { passed } = family.oracle(params, inputs).verify(result.outputs, plan);
  return { passed, hazards: [...new Set(result.hazards.map(({ kind }) => kind))] };
}

const sound = { passed: true, hazards: [] };

// Lanes behind the end leave before the vote; a vote is taken by those alone that have not got a result.
test.for([
  ['voted', 'let place = min(index, n - 1u);', 'if (index >= n) { return; }\n  let place = index;'],
  ['waterfall', 'let place = min(index, n - 1u);', 'if (index >= n) { return; }\n  let place = index;'],
  [
    'waterfall',
    'let waiting = subgroupBallot(waits);',
    'if (!waits) { break; }\n    let waiting = subgroupBallot(waits);',
  ],
] as const)('%s is found out where some lanes do not come: %s', ([rung, find, replace]) => {
  const params = degreeCase(100, 3);
  expect(run(rung, params)).toEqual(sound);
  expect(run(rung, params, edit('keyed.wgsl.ts', find, replace)).hazards).toContain('divergent-subgroup');
});

test.for([
  ['sum-down', 'subgroupShuffleDown(sum, 1u)', 'lane + 1u < there'],
  ['sum-xor', 'subgroupShuffleXor(sum, 1u)', '(lane ^ 1u) < there'],
] as const)('%s is found out where it does not ask whether a lane is there', ([rung, shuffle, guard]) => {
  // One lane alone in the last of five subgroups.
  const params = sumCase(16 * 33, 'u32', 33);
  const unguarded = edit('sum.wgsl.ts', `select(vec4<Value>(), ${shuffle}, ${guard})`, shuffle);
  expect(run(rung, params)).toEqual(sound);
  expect(run(rung, params, unguarded).passed).toBe(false);
});
