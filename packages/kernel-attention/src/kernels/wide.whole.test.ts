// The wide kernel on emulated matrices: right with every schedule, and its check rejects what is taken from it.
import { createRandom, edit } from '@kernel-ladder/harness';
import type { Plan } from '@kernel-ladder/harness';
import { fileLoader } from '@kernel-ladder/harness/node';
import { emulatedDevice, emulatePlan } from '@kernel-ladder/harness/testing';
import { expect, test } from 'vitest';
import { attentionCase } from '../cases.ts';
import type { AttentionCase } from '../cases.ts';
import { family } from '../family.ts';
import { planWide } from '../plans/wide.ts';
import type { Schedule, WideTile } from './wide.wgsl.ts';

const load = fileLoader(new URL('./', import.meta.url));
const h200 = emulatedDevice(32);

// One subgroup, so that a subgroup's rows take two rounds of queries and a part of a fragment is behind the end.
const small = {
  subgroups: 1,
  queries: 32,
  keys: 16,
  scorePadding: 4,
  band: 0,
  loads: 'before',
  trusts: true,
  splits: false,
} as const;
const pair = {
  subgroups: 2,
  queries: 32,
  keys: 32,
  scorePadding: 8,
  band: 0,
  loads: 'behind',
  trusts: false,
  splits: false,
} as const;
const schedules: readonly Schedule[] = ['apart', 'in-place'];
const tiles: readonly WideTile[] = schedules.flatMap((schedule) =>
  [small, pair, { ...pair, trusts: true }].map((tile) => ({ ...tile, schedule })),
);
// Several steps, none of them whole at last; logits that outgrow their references, so that outputs are rescaled.
const plain = attentionCase({ h: 2, q: 70, k: 100, d: 16, dtype: 'f16' });
const sharp = attentionCase({
  q: 40,
  k: 100,
  d: 32,
  mask: 'causal',
  fill: 'peaked',
  dtype: 'f16',
});

function run(params: AttentionCase, tile: WideTile, change: (plan: Plan) => Plan = (plan) => plan) {
  const planned = planWide(params, h200, tile);
  if ('skip' in planned) throw new Error(planned.skip.message);
  const plan = change(planned);
  const inputs = family.inputs(params, createRandom(1), createRandom(2));
  const outputs = family.outputs(params);
  const result = emulatePlan({ plan, inputs, outputs, load, subgroupSize: 32 });
  const { passed, at } = family.oracle(params, inputs).verify(result.outputs, plan);
  const hazards = [...new Set(result.hazards.map(({ kind, message }) => `${kind}: ${message}`))];
  return { passed, at, hazards };
}

test.for(tiles)('is right and without a race with %o', (tile) => {
  for (const params of [plain, { ...sharp, output: 'lse' } as const])
    expect(run(params, tile)).toEqual({ passed: true, at: undefined, hazards: [] });
});

test('bands of heads take every block of every head once', () => {
  const heads = { ...sharp, b: 2, h: 2, g: 2, q: 100 };
  expect(run(heads, { ...small, schedule: 'in-place', band: 2 })).toMatchObject({
    passed: true,
    hazards: [],
  });
});

// Whether an element of `sharp` belongs to a query before the `query`-th: the last one sees all keys.
const isBefore = (query: number) => (index: number) => index < query * sharp.d;
const spoilt = (find: string, replace: string, file = 'wide.wgsl.ts') => edit(file, find, replace);

test('a step that hides nothing is rejected by its values', () => {
  const change = spoilt('if (first_key + 32u > least_visible) {', 'if (false) {');
  expect(run(sharp, { ...pair, schedule: 'apart' }, change)).toMatchObject({
    passed: false,
    at: { output: 'outputs', index: expect.toSatisfy(isBefore(39)) },
    hazards: [],
  });
});

test('outputs that keep an older reference are rejected by their values', () => {
  const change = spoilt(
    'if (workgroupUniformLoad(&raised) == 1u) {',
    'if (workgroupUniformLoad(&raised) > 1u) {',
  );
  for (const schedule of schedules)
    expect(run({ ...sharp, mask: 'none' }, { ...small, schedule, trusts: false }, change)).toMatchObject({
      passed: false,
      at: { output: 'outputs' },
      hazards: [],
    });
});

test('a reference that is trusted whatever its row says is rejected by its values', () => {
  const change = spoilt('untrusted[block] = atomicLoad(&raised);', 'untrusted[block] = 0u;');
  for (const schedule of schedules)
    expect(run(sharp, { ...small, schedule, trusts: true }, change)).toMatchObject({
      passed: false,
      at: { output: 'outputs' },
      hazards: [],
    });
});

test('a subgroup that stops at the keys of its first query is rejected by its values', () => {
  const change = spoilt('first_query + subgroup * 32u + 31u)', 'first_query + subgroup * 32u)');
  expect(run(sharp, { ...pair, schedule: 'in-place' }, change)).toMatchObject({
    passed: false,
    at: { output: 'outputs', index: expect.not.toSatisfy(isBefore(1)) },
  });
});

test.for([
  [
    'apart',
    '  // The scores are complete; keys and the values before have been read.\n    workgroupBarrier();',
  ],
  ['in-place', '  // The weights have been read.\n    workgroupBarrier();'],
] as const)('%s has a race without one of its barriers', ([schedule, barrier]) => {
  const { hazards } = run(plain, { ...pair, schedule }, spoilt(barrier, ''));
  expect(hazards).toContainEqual(expect.stringMatching(/^race: /));
});
