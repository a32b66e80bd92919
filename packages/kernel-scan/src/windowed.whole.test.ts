// The rung of workgroups that stay, over several rounds, in every order of workgroups, and with mistakes that its check rejects.
import { createRandom, edit, shaderText } from '@kernel-ladder/harness';
import { coverEdgeCases } from '@kernel-ladder/harness/run';
import type { DeviceFacts, Plan, PlanCase } from '@kernel-ladder/harness';
import { fileLoader } from '@kernel-ladder/harness/node';
import {
  combinations,
  emulatedDevice,
  emulatePlan,
  inTurn,
  stalling,
  useTestGpu,
  validateWgsl,
} from '@kernel-ladder/harness/testing';
import type { Order } from '@kernel-ladder/harness/testing';
import { expect, test } from 'vitest';
import { scanCase } from './cases.ts';
import type { ScanCase } from './cases.ts';
import { family } from './family.ts';
import { planWindowed, windowedSpace } from './plans/windowed.ts';
import type { WindowedShape } from './plans/windowed.ts';

const load = fileLoader(new URL('./kernels/', import.meta.url));
const gpu = useTestGpu();
const h200: DeviceFacts = { ...emulatedDevice(32), name: 'NVIDIA H200' };

// Four multiprocessors: 16 workgroups for tiles of 256 elements.
const shape: WindowedShape = { threads: 64, quads: 1, residents: 4, late: true, early: false, drawn: false };

function planned(changes: Partial<WindowedShape>, change = (plan: Plan) => plan) {
  const plan: PlanCase<ScanCase> = (params, device) => {
    const made = planWindowed(params, device, { ...shape, ...changes });
    if ('skip' in made) throw new Error(made.skip.message);
    return change(made);
  };
  return plan;
}

async function check(plan: PlanCase<ScanCase>, cases: readonly ScanCase[]) {
  const edgeCases = cases.map((params, index) => ({ set: `test ${index}`, cases: [params] }));
  const variant = { name: 'tested', summary: '', plan };
  const report = await coverEdgeCases(gpu(), { family: { ...family, edgeCases }, variant, load, seed: 3 });
  return { failure: report.failure, passed: report.coverage.reduce((sum, set) => sum + set.passed, 0) };
}

test.for<Partial<WindowedShape>>([
  { late: true },
  { late: false, drawn: true },
  { early: true },
  { late: false, early: true, quads: 3, drawn: true },
  { early: true, quads: 6 },
])('is right over several rounds, whole and not, with %o', async (changes) => {
  const cases = [scanCase(48 * 256, 'u32'), scanCase(35 * 256 + 3, 'f32', 'exclusive')];
  expect(await check(planned(changes), cases)).toMatchObject({ failure: null, passed: cases.length });
});

test('is right where there are more workgroups than threads, of which each looks at two tiles', async () => {
  const cases = [scanCase(90 * 128 + 3, 'f32')];
  expect(await check(planned({ threads: 32, residents: 10 }), cases)).toMatchObject({
    failure: null,
    passed: 1,
  });
  const near = edit('windowed.wgsl', 'return near.sum + far.sum;', 'return near.sum;');
  expect((await check(planned({ threads: 32, residents: 10 }, near), cases)).failure).not.toBeNull();
});

const nobodyPublishes = edit('windowed.wgsl', 'publish(own, scanned.total);', '');

test('is right when nobody publishes, by summing up every tile of a window', async () => {
  const cases = [scanCase(20 * 256 + 1, 'i32')];
  const plan = planned({ residents: 1 }, nobodyPublishes);
  expect(await check(plan, cases)).toMatchObject({ failure: null, passed: 1 });
});

// Four workgroups of four subgroups, and three rounds of them.
function emulated(
  change: (plan: Plan) => Plan,
  order: Order,
  { params = integral, changes = {} }: { params?: ScanCase; changes?: Partial<WindowedShape> } = {},
) {
  const plan = planned({ threads: 32, residents: 1, ...changes }, change)(params, {
    ...emulatedDevice(8),
    software: true,
  });
  if ('skip' in plan) throw new Error(plan.skip.message);
  const inputs = family.inputs(params, createRandom(1), createRandom(2));
  const outputs = family.outputs(params);
  const result = emulatePlan({ plan, inputs, outputs, load, subgroupSize: 8, order });
  const { passed } = family.oracle(params, inputs).verify(result.outputs, plan);
  const hazards = [...new Set(result.hazards.map(({ kind, message }) => `${kind}: ${message}`))];
  return { passed, hazards, result: result.outputs['result'] };
}

const integral = scanCase(9 * 128 + 7, 'u32', 'exclusive', 'integers');
const asItIs = (plan: Plan) => plan;

test.for([1, 2, 3, 4])('is right when the first workgroup stands still at atomic %i', (atomic) => {
  const changes = { drawn: atomic % 2 === 0, early: atomic > 2 };
  expect(emulated(asItIs, stalling(7, atomic), { changes })).toMatchObject({ passed: true, hazards: [] });
});

test.for([
  [
    'window_sums[thread.subgroup] = sum;\n  }\n  workgroupBarrier();',
    'window_sums[thread.subgroup] = sum;\n  }',
  ],
  [
    'subgroup_sums[thread.subgroup] = low_rows.total + high_rows.total;\n  }\n  workgroupBarrier();',
    'subgroup_sums[thread.subgroup] = low_rows.total + high_rows.total;\n  }',
  ],
] as const)('has a race without the barrier behind %s', ([find, replace]) => {
  const found = emulated(edit('windowed.wgsl', find, replace), stalling(5, 2));
  expect(found.hazards).toContainEqual(expect.stringMatching(/^race: /));
});

test('a tile that is loaded for another one is rejected', () => {
  const spoilt = edit(
    'windowed.wgsl',
    'coming = load_tile(following, thread);',
    'coming = load_tile(tile, thread);',
  );
  const changes = { early: true };
  expect(emulated(spoilt, inTurn, { changes }).passed).toBe(false);
  expect(emulated(asItIs, inTurn, { changes })).toMatchObject({ passed: true, hazards: [] });
});

test('floats come out the same, whoever publishes when and whoever sums up for others', () => {
  const floats = scanCase(9 * 128 + 7);
  const orders = [inTurn, stalling(1, 2), stalling(2, 3), stalling(3, 5)];
  const [first, ...others] = orders.map((order) => emulated(asItIs, order, { params: floats }).result);
  expect(first).toHaveLength(floats.n);
  for (const other of others) expect(other).toEqual(first);
});

test('every candidate is one that the WGSL compiler takes', async () => {
  const params = scanCase(2 ** 26 + 5, 'f32', 'exclusive');
  const { constraints } = windowedSpace(params, h200);
  for (const candidate of combinations(windowedSpace(params, h200))) {
    // More workgroups are another number.
    if (candidate.residents > 1 || !constraints.every(({ holds }) => holds(candidate))) continue;
    const plan = planWindowed(params, h200, candidate);
    if ('skip' in plan) throw new Error(plan.skip.message);
    for (const { wgsl } of plan.passes) expect(await validateWgsl(shaderText(wgsl, load))).toEqual([]);
  }
});
