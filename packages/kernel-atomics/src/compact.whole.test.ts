// Stable compactions with one read, over several rounds and in every order of workgroups, and what a large GPU gets of them.
import { createRandom, edit, shaderText } from '@kernel-ladder/harness';
import { coverEdgeCases } from '@kernel-ladder/harness/run';
import type { DeviceFacts, Plan } from '@kernel-ladder/harness';
import { fileLoader } from '@kernel-ladder/harness/node';
import {
  combinations,
  emulatedDevice,
  emulatePlan,
  stalling,
  useTestGpu,
  validateWgsl,
} from '@kernel-ladder/harness/testing';
import type { Order } from '@kernel-ladder/harness/testing';
import { expect, test } from 'vitest';
import { compactCase, stableCase } from './cases.ts';
import { family } from './family.ts';
import { rung } from './plans.ts';
import { ballotSpace, planCompactBallot } from './plans/compact-ballot.ts';
import { lookBackSpace, planCompactLookBack } from './plans/compact-look-back.ts';
import { compactSpace, planCompactWindowed } from './plans/compact-windowed.ts';
import type { WindowedShape } from './plans/compact-windowed.ts';

const load = fileLoader(new URL('./kernels/', import.meta.url));
const gpu = useTestGpu();
const h200: DeviceFacts = { ...emulatedDevice(32), name: 'NVIDIA H200' };

// Four multiprocessors: 16 workgroups for tiles of 256 words.
const shape: WindowedShape = { threads: 64, quads: 1, residents: 4, late: true };
const asItIs = (plan: Plan) => plan;

function planned(changes: Partial<WindowedShape>, change = asItIs) {
  return (params: ReturnType<typeof stableCase>, device: DeviceFacts) => {
    const plan = planCompactWindowed(params, device, { ...shape, ...changes });
    if ('skip' in plan) throw new Error(plan.skip.message);
    return change(plan);
  };
}

async function check(changes: Partial<WindowedShape>, change = asItIs) {
  const edgeCases = [stableCase(48 * 256, 50), stableCase(35 * 256 + 3, 90)].map((params, index) => ({
    set: `test ${index}`,
    cases: [params],
  }));
  const variant = { name: 'tested', summary: '', plan: rung({ compact: planned(changes, change) }) };
  const { failure } = await coverEdgeCases(gpu(), {
    family: { ...family, edgeCases },
    variant,
    load,
    seed: 3,
  });
  return failure;
}

test.for([{ late: true }, { late: false }, { quads: 3 }])(
  'is right over several rounds, whole and not, with %o',
  async (changes) => {
    expect(await check(changes)).toBeNull();
  },
);

const nobodyPublishes = edit('compact/windowed.wgsl', 'atomicStore(&state[own_tile], KNOWN | own.kept);', '');

test('is right when nobody publishes, by counting every tile of a window', async () => {
  expect(await check({ residents: 1 }, nobodyPublishes)).toBeNull();
});

// Four workgroups of four subgroups, and three rounds of them.
function emulated(order: Order, changes: Partial<WindowedShape>, change = asItIs) {
  const params = stableCase(9 * 128 + 7, 50);
  const facts = { ...emulatedDevice(8), software: true };
  const plan = planned({ threads: 32, residents: 1, ...changes }, change)(params, facts);
  const inputs = family.inputs(params, createRandom(1), createRandom(2));
  const result = emulatePlan({ plan, inputs, outputs: family.outputs(params), load, subgroupSize: 8, order });
  const { passed } = family.oracle(params, inputs).verify(result.outputs, plan);
  return { passed, hazards: [...new Set(result.hazards.map(({ kind, message }) => `${kind}: ${message}`))] };
}

test.for([1, 2, 3, 4])('is right when the first workgroup stands still at atomic %i', (atomic) => {
  expect(emulated(stalling(7, atomic), { late: atomic % 2 === 0 })).toEqual({ passed: true, hazards: [] });
});

test.for([
  [
    'window_sums[thread.subgroup] = sum;\n  }\n  workgroupBarrier();\n  return',
    'window_sums[thread.subgroup] = sum;\n  }\n  return',
  ],
  ['(both >> HALF);\n  }\n  workgroupBarrier();', '(both >> HALF);\n  }'],
] as const)('has a race without the barrier behind %s', ([find, replace]) => {
  const { hazards } = emulated(stalling(5, 2), {}, edit('compact/windowed.wgsl', find, replace));
  expect(hazards).toContainEqual(expect.stringMatching(/^race: /));
});

test('every candidate is one that the WGSL compiler takes', async () => {
  const params = stableCase(2 ** 26 + 5, 50);
  const { constraints } = compactSpace(params, h200);
  for (const candidate of combinations(compactSpace(params, h200))) {
    // More workgroups are another number.
    if (candidate.residents > 1 || !constraints.every(({ holds }) => holds(candidate))) continue;
    const plan = planned(candidate)(params, h200);
    for (const { wgsl } of plan.passes) expect(await validateWgsl(shaderText(wgsl, load))).toEqual([]);
  }
});

test('every choice of the ballots is one that the WGSL compiler takes', async () => {
  const params = compactCase(2 ** 26 + 5, 50);
  for (const candidate of combinations(ballotSpace(params, h200))) {
    const plan = planCompactBallot(params, h200, candidate);
    if ('skip' in plan) throw new Error(plan.skip.message);
    for (const { wgsl } of plan.passes) expect(await validateWgsl(shaderText(wgsl, load))).toEqual([]);
  }
});

test('every choice of the look-back is one that the WGSL compiler takes', async () => {
  const params = stableCase(2 ** 26 + 5, 50);
  for (const candidate of combinations(lookBackSpace(params, h200))) {
    const plan = planCompactLookBack(params, h200, candidate);
    if ('skip' in plan) throw new Error(plan.skip.message);
    for (const { wgsl } of plan.passes) expect(await validateWgsl(shaderText(wgsl, load))).toEqual([]);
  }
});

test.for([1, 2, 3, 5])('the look-back is right when a workgroup stands still at atomic %i', (atomic) => {
  const params = stableCase(9 * 128 + 7, 50);
  const plan = planCompactLookBack(params, emulatedDevice(8), { threads: 32, quads: 1, rows: 1 });
  if ('skip' in plan) throw new Error(plan.skip.message);
  const inputs = family.inputs(params, createRandom(1), createRandom(2));
  const run = { plan, inputs, outputs: family.outputs(params), load, subgroupSize: 8 };
  const { outputs, hazards, needsForwardProgress } = emulatePlan({ ...run, order: stalling(3, atomic) });
  const { passed } = family.oracle(params, inputs).verify(outputs, plan);
  expect({ passed, hazards, needsForwardProgress }).toEqual({
    passed: true,
    hazards: [],
    needsForwardProgress: false,
  });
});
