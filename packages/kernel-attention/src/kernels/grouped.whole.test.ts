// The kernel of queries that share keys, on emulated matrices: right in parts, under masks and where references are raised, and its check rejects what is taken from it.
import { createRandom, edit } from '@kernel-ladder/harness';
import type { Plan } from '@kernel-ladder/harness';
import { fileLoader } from '@kernel-ladder/harness/node';
import { emulatedDevice, emulatePlan, validateWgsl } from '@kernel-ladder/harness/testing';
import { expect, test } from 'vitest';
import { attentionCase } from '../cases.ts';
import type { AttentionCase } from '../cases.ts';
import { family } from '../family.ts';
import { groupedTileFor, planGrouped } from '../plans/grouped.ts';
import type { GroupedTile } from './grouped.wgsl.ts';

const load = fileLoader(new URL('./', import.meta.url));
const h200 = emulatedDevice(32);
const tile: GroupedTile = {
  keys: 16,
  part: 64,
  early: false,
  turns: false,
  rounds: 1,
  columns: false,
  deep: false,
};
const columns: GroupedTile = { ...tile, early: true, columns: true };
// Two parts, the second one not whole, and logits that outgrow their references.
const sharp = attentionCase({
  b: 2,
  h: 6,
  g: 3,
  q: 2,
  k: 100,
  d: 32,
  mask: 'causal',
  fill: 'peaked',
  dtype: 'f16',
});

function planOf(params: AttentionCase, of: GroupedTile = tile): Plan {
  const plan = planGrouped(params, h200, of);
  if ('skip' in plan) throw new Error(plan.skip.message);
  return plan;
}

function run(params: AttentionCase, plan: Plan) {
  const inputs = family.inputs(params, createRandom(1), createRandom(2));
  const outputs = family.outputs(params);
  const result = emulatePlan({ plan, inputs, outputs, load, subgroupSize: 32 });
  const { passed } = family.oracle(params, inputs).verify(result.outputs, plan);
  return { passed, hazards: [...new Set(result.hazards.map(({ kind, message }) => `${kind}: ${message}`))] };
}

test.for([
  [sharp, tile],
  [
    { ...sharp, mask: 'padding', q: 1 },
    { ...tile, keys: 32 },
  ],
  [{ ...sharp, g: 1, q: 16, d: 80 }, tile],
  [sharp, { ...tile, early: true }],
  [sharp, { ...tile, turns: true }],
  [sharp, { ...tile, rounds: 2 }],
  [sharp, { ...tile, rounds: 2, early: true, turns: true }],
  [
    { ...sharp, k: 128, d: 64 },
    { ...tile, part: 48, rounds: 2, early: true, turns: true },
  ],
  [
    { ...sharp, k: 112, d: 64, mask: 'padding' },
    { ...tile, part: 48, rounds: 2, early: true },
  ],
  [
    { ...sharp, k: 112 },
    { ...tile, early: true, turns: true },
  ],
  [sharp, columns],
  [sharp, { ...columns, deep: true }],
  [sharp, { ...columns, rounds: 2, turns: true }],
  [
    { ...sharp, k: 240, d: 64 },
    { ...columns, part: 80, deep: true, turns: true, rounds: 2 },
  ],
  [
    { ...sharp, k: 112, d: 128, mask: 'padding', g: 6, q: 1 },
    { ...columns, part: 48 },
  ],
  [{ ...sharp, g: 1, q: 1, d: 16, k: 40, fill: 'level' }, tile],
] as const)('is right and without a race for %o with %o', ([params, of]) => {
  expect(run(params, planOf(params, of))).toEqual({ passed: true, hazards: [] });
});

test('the compiler takes its text for heads of 128 and 16 rows', async () => {
  const params = attentionCase({ b: 16, h: 32, g: 4, q: 1, k: 8192, d: 128, dtype: 'f16' });
  for (const forms of [
    {},
    { keys: 32 },
    { early: true },
    { early: true, turns: true, rounds: 2, part: 832 },
    columns,
    { ...columns, deep: true, turns: true },
    { ...columns, rounds: 2 },
  ]) {
    const { wgsl } = planOf(params, { ...tile, ...forms, part: 1024 }).passes[0] ?? {};
    expect(await validateWgsl(wgsl && 'text' in wgsl ? wgsl.text : '')).toEqual([]);
  }
});

test('takes columns, nine workgroups a multiprocessor, where the device has their shape and there are up to eight queries', () => {
  const params = attentionCase({ b: 16, h: 32, g: 4, q: 1, k: 8192, d: 128, dtype: 'f16' });
  const named = { ...h200, name: 'NVIDIA H200' };
  expect(groupedTileFor(params, named)).toEqual({ ...columns, turns: true, part: 912 });
  const squares = h200.subgroupMatrixConfigs.filter(({ M, N }) => M === N);
  const rows = { ...tile, turns: true, part: 1024 };
  expect(groupedTileFor({ ...params, q: 4 }, named)).toEqual(rows);
  expect(groupedTileFor(params, { ...named, subgroupMatrixConfigs: squares })).toEqual(rows);
});

// Lengths of batches hide more than a causal mask does of so few queries.
const padded = { ...sharp, mask: 'padding' } as const;
const spoilt = (find: string, replace: string) => edit('grouped.wgsl.ts', find, replace)(planOf(padded));

test.for([
  [
    'outputs that keep an older reference',
    'if (workgroupUniformLoad(&raised) == 1u) {',
    'if (workgroupUniformLoad(&raised) > 1u) {',
  ],
  ['keys that nobody hides', 'visible_keys(head, row % 2u), row < 6u)', '100u, row < 6u)'],
  ['a part that forgets its last step', 'step < 4u', 'step < 3u'],
] as const)('%s are rejected by their values', ([, find, replace]) => {
  expect(run(padded, spoilt(find, replace))).toEqual({ passed: false, hazards: [] });
});

test('has a race without the barrier behind the scores', () => {
  const barrier = '// The scores are complete, and the keys have been read.\n    workgroupBarrier();';
  expect(run(padded, spoilt(barrier, '')).hazards).toContainEqual(expect.stringMatching(/^race: /));
});

test.for([
  [
    'an older reference',
    'if (workgroupUniformLoad(&raised) == 1u) {',
    'if (workgroupUniformLoad(&raised) > 1u) {',
  ],
  ['a step of two', 'if (step >= 4u || ', 'if (step >= 3u || '],
  ['weights of the wrong lane', 'subgroupShuffleXor(halves, 8u)', 'subgroupShuffleXor(halves, 16u)'],
] as const)('columns that keep %s are rejected by their values', ([, find, replace]) => {
  const deep = planOf(padded, { ...columns, deep: true });
  const all = deep.passes.map((pass) => ({
    ...pass,
    wgsl: 'text' in pass.wgsl ? { ...pass.wgsl, text: pass.wgsl.text.replaceAll(find, replace) } : pass.wgsl,
  }));
  expect(run(padded, deep)).toEqual({ passed: true, hazards: [] });
  expect(run(padded, { ...deep, passes: all }).passed).toBe(false);
});
