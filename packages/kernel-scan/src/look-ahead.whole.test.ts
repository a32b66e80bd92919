// The rung whose tiles are summed up ahead, over several rounds, in every order of workgroups, and with mistakes that its check rejects.
import { edit } from '@kernel-ladder/harness';
import type { Plan, PlanCase } from '@kernel-ladder/harness';
import { inTurn, stalling, useTestGpu } from '@kernel-ladder/harness/testing';
import type { Order } from '@kernel-ladder/harness/testing';
import { expect, test } from 'vitest';
import { scanCase } from './cases.ts';
import type { ScanCase } from './cases.ts';
import { planLookAhead, lookAheadSpace } from './plans/look-ahead.ts';
import type { LookAheadShape } from './plans/look-ahead.ts';
import { checkPlan } from './testing.ts';
import { compileCandidates, fixed, h200, inOrder } from './testing-orders.ts';

const gpu = useTestGpu();

// Four multiprocessors: 16 workgroups for tiles of 256 elements.
const shape: LookAheadShape = { threads: 64, quads: 1, residents: 4, ahead: 2, drawn: false };

const planned = (changes: Partial<LookAheadShape>, change?: (plan: Plan) => Plan) =>
  fixed(planLookAhead, { ...shape, ...changes }, change);

const check = (plan: PlanCase<ScanCase>, cases: readonly ScanCase[]) => checkPlan(gpu(), plan, cases);

test.for<Partial<LookAheadShape>>([
  { ahead: 1 },
  { drawn: true },
  { ahead: 3, quads: 3, drawn: true },
  { ahead: 3, quads: 4 },
  { ahead: 2, quads: 2 },
])('is right over several rounds, whole and not, with %o', async (changes) => {
  const cases = [scanCase(48 * 256, 'u32'), scanCase(35 * 256 + 3, 'f32', 'exclusive')];
  expect(await check(planned(changes), cases)).toMatchObject({ failure: null, passed: cases.length });
});

test('is right where there are more workgroups than threads, of which each looks at tile after tile', async () => {
  const cases = [scanCase(90 * 128 + 3, 'f32')];
  expect(await check(planned({ threads: 32, residents: 10 }), cases)).toMatchObject({
    failure: null,
    passed: 1,
  });
  for (const near of [
    edit('look-ahead.wgsl', 'wanted += WORKGROUP;', 'wanted += TILES;'),
    edit('look-ahead.wgsl', 'MOST_LOOKS = TILES / WORKGROUP + 1u', 'MOST_LOOKS = 1u'),
  ])
    expect((await check(planned({ threads: 32, residents: 10 }, near), cases)).failure).not.toBeNull();
});

const nobodyPublishes = edit('look-ahead.wgsl', 'publish(tile, sum);', '');

test('is right when nobody publishes, by summing up every tile of a window', async () => {
  const cases = [scanCase(20 * 256 + 1, 'i32')];
  const plan = planned({ residents: 1 }, nobodyPublishes);
  expect(await check(plan, cases)).toMatchObject({ failure: null, passed: 1 });
  const once = edit('look-ahead.wgsl', 'MOST_LANES = 128u', 'MOST_LANES = 0u');
  const ofOne = planned({ residents: 1 }, (made) => once(nobodyPublishes(made)));
  expect((await check(ofOne, cases)).failure).not.toBeNull();
});

test('a tile whose sum is the key counts as silent, and is summed up by others', async () => {
  const keyed = edit('look-ahead.wgsl', 'const KEY = 0x7fc5a1e7u;', 'const KEY = 256u;');
  const cases = [scanCase(20 * 256, 'u32', 'inclusive', 'ones')];
  expect(await check(planned({ residents: 1 }, keyed), cases)).toMatchObject({ failure: null, passed: 1 });
});

const integral = scanCase(9 * 128 + 7, 'u32', 'exclusive', 'integers');
const asItIs = (plan: Plan) => plan;

// Four workgroups of four subgroups, and three rounds of them.
function emulated(
  change: (plan: Plan) => Plan,
  order: Order,
  { params = integral, changes = {} }: { params?: ScanCase; changes?: Partial<LookAheadShape> } = {},
) {
  return inOrder(planned({ threads: 32, residents: 1, ...changes }, change), params, order);
}

test.for([1, 2, 3, 4])('is right when the first workgroup stands still at atomic %i', (atomic) => {
  const changes = { drawn: atomic % 2 === 0, ahead: Math.min(3, atomic) };
  expect(emulated(asItIs, stalling(7, atomic), { changes })).toMatchObject({ passed: true, hazards: [] });
});

test('has a race without the barrier of a turn, and where a turn writes what others still read', () => {
  for (const [find, replace] of [
    ['workgroupBarrier();\n  return tile + GROUPS;', 'return tile + GROUPS;'],
    ['at_set = MOST_SUBGROUPS - at_set;\n  }\n}', '}\n}'],
  ] as const) {
    const found = emulated(edit('look-ahead.wgsl', find, replace), stalling(5, 2));
    expect(found.hazards).toContainEqual(expect.stringMatching(/^race: /));
  }
});

test.for([
  ['a tile that comes instead of another one', 'load_if_any(following, thread)', 'load_if_any(tile, thread)'],
  ['a part that is taken for the sum of all lanes', 'both.x + ladders', 'earlier + ladders'],
  [
    'a sum of what stands before that is published for the tile that has come',
    'publish_sum(coming_tile, both.y, thread)',
    'publish_sum(coming_tile, both.x, thread)',
  ],
  ['a workgroup that has one turn', 'turn < TILES', 'turn < 1u'],
] as const)('%s is rejected', ([, find, replace]) => {
  const params = scanCase(24 * 128 + 7, 'u32', 'exclusive', 'integers');
  expect(emulated(edit('look-ahead.wgsl', find, replace), inTurn, { params }).passed).toBe(false);
});

test.for([1, 2, 3])('is right with %i rows a thread, and has no hazard', (quads) => {
  const changes = { quads, drawn: true };
  expect(emulated(asItIs, inTurn, { changes })).toMatchObject({ passed: true, hazards: [] });
});

test('floats come out the same, whoever publishes when and whoever sums up for others', () => {
  const floats = scanCase(9 * 128 + 7);
  const orders = [inTurn, stalling(1, 2), stalling(2, 3), stalling(3, 5)];
  const [first, ...others] = orders.map((order) => emulated(asItIs, order, { params: floats }).result);
  expect(first).toHaveLength(floats.n);
  for (const other of others) expect(other).toEqual(first);
});

test('where tiles are drawn, floats depend on who is fast, and each result is within the bound', () => {
  const params = scanCase(24 * 128 + 7);
  const orders = [inTurn, stalling(1, 2), stalling(2, 3), stalling(3, 5)];
  const runs = orders.map((order) => emulated(asItIs, order, { params, changes: { drawn: true } }));
  expect(runs.map(({ passed }) => passed)).toEqual(orders.map(() => true));
  expect(new Set(runs.map(({ result }) => String(result))).size).toBeGreaterThan(1);
});

test('an H200 draws tiles where nothing was tuned', () => {
  const { usual } = lookAheadSpace(scanCase(2 ** 28), h200);
  expect(usual).toMatchObject({ threads: 512, quads: 2, residents: 2, drawn: true });
});

test('every candidate is one that the WGSL compiler takes', async () => {
  const { texts, faults } = await compileCandidates(lookAheadSpace, planLookAhead);
  expect(faults).toEqual([]);
  expect(texts).toBeGreaterThan(20);
});
