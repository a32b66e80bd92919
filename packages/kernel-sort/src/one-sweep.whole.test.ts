// What the awkward cases of a software adapter do not reach: tiles that stay silent, those of hardware, subgroups of more than 32 lanes.
import { edit, inputsOf, planFor, shaderText } from '@kernel-ladder/harness';
import { coverEdgeCases } from '@kernel-ladder/harness/run';
import type { Plan, PlanCase } from '@kernel-ladder/harness';
import { fileLoader } from '@kernel-ladder/harness/node';
import {
  combinations,
  emulatedDevice,
  emulatePlan,
  stalling,
  useTestGpu,
  validateWgsl,
} from '@kernel-ladder/harness/testing';
import { expect, test } from 'vitest';
import { sortCase } from './cases/kinds.ts';
import type { SortCase } from './cases/kinds.ts';
import { family } from './family.ts';
import { sorting } from './plans/hash.ts';
import { planSweeps, sweepSpace, usualSweep } from './plans/sweep.ts';
import type { SweepShape } from './plans/sweep.ts';
import { reversed } from './wrong/sweeps.ts';

const load = fileLoader(new URL('./kernels/', import.meta.url));
const gpu = useTestGpu();

async function check(plan: PlanCase<SortCase>, cases: readonly SortCase[]) {
  // A set each: a software adapter thins large ones.
  const edgeCases = cases.map((params, index) => ({ set: `test ${index}`, cases: [params] }));
  const variant = { name: 'tested', summary: '', plan: sorting(plan) };
  const report = await coverEdgeCases(gpu(), { family: { ...family, edgeCases }, variant, load, seed: 3 });
  return { failure: report.failure, passed: report.coverage.reduce((sum, set) => sum + set.passed, 0) };
}

// The one sweep with a change of its kernel.
function sweepWith(change: (plan: Plan) => Plan, choice: Partial<SweepShape> = {}): PlanCase<SortCase> {
  return (params, device) => change(planSweeps(params, device, { ...usualSweep(params, device), ...choice }));
}

const asItIs = (plan: Plan) => plan;

const wide: PlanCase<SortCase> = (params, device) => {
  const lanes = { ...device, subgroupMaxSize: 128 };
  return planSweeps(params, lanes, usualSweep(params, lanes));
};

const emulated = emulatedDevice(32);

const impatient = sweepWith(edit('radix/sweep.wgsl.ts', 'const LOOKS = 32u;', 'const LOOKS = 1u;'));

const pairs = { of: 'pairs', fill: 'few', dtype: 'f32' } as const;

test('the one sweep is right when no tile before is ever ready', async () => {
  const cases = [sortCase(1801, pairs)];
  expect(await check(sweepWith(reversed), cases)).toEqual({ failure: null, passed: 1 });
});

test('the one sweep is right when a tile is counted by others at the first look', async () => {
  expect(await check(impatient, [sortCase(3001, pairs)])).toEqual({ failure: null, passed: 1 });
});

test('the one sweep is right where subgroups may have more than 32 lanes', async () => {
  expect(await check(wide, [sortCase(301, pairs)])).toEqual({ failure: null, passed: 1 });
});

test.for([
  [2 ** 26, { workgroup: 512, items: 20 }],
  [2 ** 14, { workgroup: 256, items: 4 }],
  [1000, { workgroup: 64, items: 4 }],
] as const)('a device with subgroups of 32 gives %i keys tiles of %o', ([n, tile]) => {
  expect(usualSweep(sortCase(n), emulated)).toMatchObject(tile);
});

// What comes of a plan of the one sweep on an emulated device.
function emulate(plan: PlanCase<SortCase>, params: SortCase, stalled?: number) {
  const planned = planFor({ name: 'tested', summary: '', plan: sorting(plan) }, params, emulated);
  if ('skip' in planned) throw new Error(planned.skip.message);
  const inputs = inputsOf(family, params, 1);
  const launch = { plan: planned, inputs, outputs: family.outputs(params), load, subgroupSize: 32 };
  const order = stalled === undefined ? {} : { order: stalling(1, stalled) };
  const { outputs, hazards, needsForwardProgress } = emulatePlan({ ...launch, ...order });
  const { passed } = family.oracle(params, inputs).verify(outputs, planned);
  return { hazards, passed, needsForwardProgress };
}

const sound = { hazards: [], passed: true, needsForwardProgress: false };

// Less than a long vector's tiles have of one or the other, which an emulated device sorts in time.
test.for([
  { workgroup: 512, items: 2, ranks: 'load' },
  { workgroup: 384, items: 3, looked: 1 },
  { workgroup: 64, items: 16, parts: 4 },
  { workgroup: 256, items: 2, ranks: 'add' },
  { workgroup: 256, items: 2, ranks: 'match', parts: 2 },
] as const)('the one sweep is right with %o', (choice) => {
  const params = sortCase(choice.workgroup * choice.items + 6, { fill: 'words', dtype: 'f32' });
  expect(emulate(sweepWith(asItIs, choice), params)).toEqual(sound);
});

// Both edits of the text: the counter is not loaded between the ballots, but behind them.
const lateLoad = (plan: Plan) =>
  edit(
    'radix/sweep.wgsl.ts',
    'let mask = with_bits(half, digit >> 4u);',
    'let mask = with_bits(half, digit >> 4u);\n  let earlier = atomicLoad(&words[counters + digit]);',
  )(
    edit(
      'radix/sweep.wgsl.ts',
      'let half = with_bits(lanes, digit);\n  let earlier = atomicLoad(&words[counters + digit]);',
      'let half = with_bits(lanes, digit);',
    )(plan),
  );

test('lanes that load a counter behind the last ballot see what others have stored', () => {
  const params = sortCase(70, { fill: 'words', dtype: 'f32' });
  expect(emulate(sweepWith(lateLoad, { workgroup: 64, items: 2, ranks: 'load' }), params)).toMatchObject({
    passed: false,
  });
});

// A software adapter has subgroups of four lanes, and room for the counters of a few of them.
test.for([
  { ranks: 'load', parts: 2 },
  { ranks: 'match', workgroup: 32 },
] as const)('the one sweep is right on a software adapter with %o', async (choice) => {
  expect(await check(sweepWith(asItIs, choice), [sortCase(1801, pairs)])).toEqual({
    failure: null,
    passed: 1,
  });
});

const threeTiles = sortCase(700);

// An emulated device loses its patience before 256 digits have looked four times 32 times each.
test('the one sweep goes on while a workgroup stands still', () => {
  expect(emulate(impatient, threeTiles, 2)).toEqual(sound);
});

test('a sweep that waits as long as it takes needs workgroups to go on', () => {
  const patient = sweepWith(edit('radix/sweep.wgsl.ts', 'looks < LOOKS && seen.row', 'seen.row'));
  expect(emulate(patient, threeTiles, 2)).toEqual({ ...sound, needsForwardProgress: true });
});

test.for([
  [4, { workgroup: 32, items: 4 }],
  [8, { workgroup: 64, items: 4 }],
  [32, { workgroup: 256, items: 4 }],
] as const)('counters of subgroups of %i lanes fit the workgroup memory', ([lanes, tile]) => {
  expect(usualSweep(sortCase(10_000), emulatedDevice(lanes))).toMatchObject(tile);
});

test('every choice is one that the WGSL compiler takes', async () => {
  const params = sortCase(2 ** 26 + 5, pairs);
  const space = sweepSpace(params, emulated);
  for (const candidate of combinations(space)) {
    // More rows to look at are more of the same lines.
    if (candidate.looked > 1 || !space.constraints.every(({ holds }) => holds(candidate))) continue;
    const kernel = planSweeps(params, emulated, candidate).passes.at(-1)?.wgsl;
    expect(kernel && (await validateWgsl(shaderText(kernel, load)))).toEqual([]);
  }
});
