// The rung of workgroups that stay, over several rounds, in every order of workgroups, and with mistakes that its check rejects.
import { edit } from '@kernel-ladder/harness';
import type { Plan, PlanCase } from '@kernel-ladder/harness';
import { inTurn, stalling, useTestGpu } from '@kernel-ladder/harness/testing';
import type { Order } from '@kernel-ladder/harness/testing';
import { expect, test } from 'vitest';
import { scanCase } from './cases.ts';
import type { ScanCase } from './cases.ts';
import { planWindowed, windowedSpace } from './plans/windowed.ts';
import type { WindowedShape } from './plans/windowed.ts';
import { checkPlan } from './testing.ts';
import { compileCandidates, fixed, inOrder } from './testing-orders.ts';

const gpu = useTestGpu();

// Four multiprocessors: 16 workgroups for tiles of 256 elements.
const shape: WindowedShape = { threads: 64, quads: 1, residents: 4, late: true, early: false, drawn: false };

const planned = (changes: Partial<WindowedShape>, change?: (plan: Plan) => Plan) =>
  fixed(planWindowed, { ...shape, ...changes }, change);

const check = (plan: PlanCase<ScanCase>, cases: readonly ScanCase[]) => checkPlan(gpu(), plan, cases);

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

const integral = scanCase(9 * 128 + 7, 'u32', 'exclusive', 'integers');
const asItIs = (plan: Plan) => plan;

// Four workgroups of four subgroups, and three rounds of them.
function emulated(
  change: (plan: Plan) => Plan,
  order: Order,
  { params = integral, changes = {} }: { params?: ScanCase; changes?: Partial<WindowedShape> } = {},
) {
  return inOrder(planned({ threads: 32, residents: 1, ...changes }, change), params, order);
}

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
  const { texts, faults } = await compileCandidates(windowedSpace, planWindowed);
  expect(faults).toEqual([]);
  expect(texts).toBeGreaterThan(20);
});
