// The pipelined kernels and those of few rows on the CPU: their very text, over what may be chosen of them, and mistakes that show.
import { combinations } from '@kernel-ladder/autotune';
import { createRandom, shaderText, tunable } from '@kernel-ladder/harness';
import type { Plan, Skip } from '@kernel-ladder/harness';
import { fileLoader } from '@kernel-ladder/harness/node';
import { emulatePlan, validateWgsl } from '@kernel-ladder/harness/testing';
import { describe, expect, test } from 'vitest';
import { hopper } from '../../fixtures/hopper.ts';
import { gemmCase } from '../cases.ts';
import type { GemmCase } from '../cases.ts';
import { family } from '../family.ts';
import { createInputs } from '../inputs.ts';
import { createOracle } from '../oracle/oracle.ts';
import { fewRowsFor, planFewRows } from '../plans/few-rows.ts';
import { planStagedTile, stagedTileFor } from '../plans/register-pipelined.ts';
import { planPiped } from '../plans/tensor-pipelined.ts';
import { pipedTileFor, pipedTiles, tileOfKind } from '../plans/tensor-tiles.ts';
import { tensorSplitTuning } from '../plans/tensor-split-k.ts';
import { kindOf } from '../plans/tensor.ts';

type Subject = (params: GemmCase) => Plan | Skip;
type Size = readonly [number, number, number];

const load = fileLoader(new URL('./', import.meta.url));

function piped(name: keyof typeof pipedTiles, changes: object = {}): Subject {
  return (params) =>
    planPiped(params, hopper, { ...tileOfKind(pipedTiles[name].tile, kindOf(params)), ...changes });
}

function staged(changes: object = {}): Subject {
  return (params) => planStagedTile(params, hopper, { ...stagedTileFor(params, hopper), ...changes });
}

function fewRows(changes: object = {}): Subject {
  return (params) => planFewRows(params, hopper, { ...fewRowsFor(params, hopper), ...changes });
}

const splitK: Subject = (params) => tunable(tensorSplitTuning).plan(params, hopper);

// `edit` changes the generated texts, to see what a mistake does.
function run(subject: Subject, params: GemmCase, edit = (text: string) => text) {
  const plan = subject(params);
  if ('skip' in plan) throw new Error(plan.skip.message);
  const passes = plan.passes.map((pass) =>
    'text' in pass.wgsl ? { ...pass, wgsl: { ...pass.wgsl, text: edit(pass.wgsl.text) } } : pass,
  );
  const inputs = createInputs(params, createRandom(1));
  const launch = { plan: { ...plan, passes }, inputs, outputs: family.outputs(params), load };
  const { outputs, hazards, suspected, moved } = emulatePlan({ ...launch, subgroupSize: 32 });
  const { passed } = createOracle(params, inputs).verify(outputs, plan);
  return {
    passed,
    hazards: [...hazards, ...suspected].map(({ kind }) => kind),
    excess: [...moved.values()].reduce((all, bytes) => all + bytes, 0) - plan.implBytes,
  };
}

const sound = { passed: true, hazards: [], excess: 0 };

function half(size: Size, changes: Partial<GemmCase> = {}): GemmCase {
  return gemmCase(size, { dtype: 'f16-f32', ...changes });
}

function byte(size: Size, changes: Partial<GemmCase> = {}): GemmCase {
  return gemmCase(size, { dtype: 'i8-i32', ...changes });
}

const layouts = ['nn', 'nt', 'tn', 'tt'] as const;

const roundsOfTwo = { bm: 64, bk: 64, subgroupsDown: 1, reach: 2, stages: 1, ahead: false } as const;
const small = { bm: 64, bn: 64, tm: 8, tn: 4, lanesN: 8 } as const;

const cases: readonly (readonly [string, Subject, GemmCase])[] = [
  ...layouts.map(
    (layout) => [`bytes as ${layout}`, piped('square'), byte([100, 130, 70], { layout })] as const,
  ),
  ...layouts.map(
    (layout) => [`halves as ${layout}`, piped('wide'), half([128, 256, 128], { layout })] as const,
  ),
  ['bytes as they lie', piped('tiny', { turns: false }), byte([64, 64, 128], { layout: 'tn' })],
  ['several rounds of turned bytes', piped('wide', roundsOfTwo), byte([64, 256, 128])],
  ['sums of halves', piped('square', { bn: 256 }), gemmCase([128, 256, 64], { dtype: 'f16' })],
  ['one stage, whole lines', piped('square', { stages: 1, bk: 32, reach: 2 }), half([128, 256, 128])],
  ['one stage, as it comes', piped('tiny', { stages: 1, reach: 1 }), half([64, 64, 64])],
  ['half lines', piped('square', { reach: 2 }), half([128, 128, 64])],
  ['ahead in a deep slab', piped('tiny', { bk: 64, reach: 1, ahead: true }), half([64, 64, 256])],
  ['through workgroup memory', piped('small', { direct: false }), half([64, 128, 128])],
  ['a padded batch behind GELU', piped('tiny'), half([61, 67, 77], { batch: 2, epilogue: 'bias-gelu' })],
  ['few rows, padded', piped('flat'), byte([9, 67, 65], { epilogue: 'bias-relu' })],
  ['parts of K', splitK, half([64, 64, 1024])],
  ['uneven parts of K, few rows', splitK, half([5, 67, 1000], { epilogue: 'bias' })],
  ['two stages of registers', staged(), gemmCase([257, 130, 33])],
  ['turned, two stages', staged(), gemmCase([132, 136, 36], { layout: 'tt' })],
  ['two stages, nothing ahead', staged({ bm: 128, ahead: false }), gemmCase([132, 136, 44])],
  ['bf16 in two stages', staged({ ...small, bk: 16 }), gemmCase([70, 68, 36], { dtype: 'bf16-f32' })],
  [
    'ragged rows, padded',
    staged({ ...small, pads: true }),
    gemmCase([65, 67, 33], { layout: 'tt', batch: 2 }),
  ],
  ['ragged halves, padded', staged({ ...small, pads: true }), half([65, 67, 33], { epilogue: 'bias' })],
  ['rows in loops, A turned', fewRows({ unroll: 0, threads: 64 }), gemmCase([5, 33, 130], { layout: 'tn' })],
  ['rows in loops', fewRows({ unroll: 0, threads: 64 }), gemmCase([5, 33, 130])],
  ['a row', fewRows(), gemmCase([1, 33, 1030])],
  ['rows, A turned, K split', fewRows({ parts: 3, threads: 128 }), gemmCase([7, 132, 700], { layout: 'tn' })],
  [
    '16 rows of halves behind GELU',
    fewRows({ parts: 1, threads: 128 }),
    half([16, 64, 200], { epilogue: 'bias-gelu' }),
  ],
  [
    'more rows than a workgroup has',
    fewRows({ threads: 64, unroll: 2 }),
    gemmCase([20, 36, 40], { dtype: 'bf16-f32' }),
  ],
];

test.for(cases)('multiplies: %s', ([, subject, params]) => {
  expect(run(subject, params)).toEqual(sound);
});

// One in so many of what a search may ask for: all of it, some 5000 texts, was validated when the space was drawn.
const every = 401;

test.for(['tensor-pipelined', 'register-pipelined', 'few-rows'])(
  '%s has a text for what may be chosen of it',
  async (name) => {
    const variant = family.variants.find((each) => each.name === name);
    const tuning = variant && 'tuning' in variant ? variant.tuning : undefined;
    if (!tuning) throw new Error(`${name} has nothing to tune`);
    const params =
      name === 'few-rows'
        ? gemmCase([16, 4096, 4096])
        : gemmCase([4096, 4096, 4096], name.startsWith('tensor') ? { dtype: 'i8-i32' } : {});
    const space = tuning.space(params, hopper);
    if ('skip' in space) throw new Error(space.skip.message);
    const legal = [...combinations(space)].filter(
      (choice) =>
        space.constraints.every(({ holds }) => holds(choice)) && space.model(choice).workgroupBytes <= 49_152,
    );
    const sample = legal.filter((_, index) => index % every === 0);
    expect(sample.length).toBeGreaterThan(0);
    for (const choice of sample) {
      const plan = tuning.plan(params, hopper, choice);
      if ('skip' in plan) throw new Error(`${JSON.stringify(choice)}: ${plan.skip.message}`);
      for (const { wgsl } of plan.passes) expect(await validateWgsl(shaderText(wgsl, load))).toEqual([]);
    }
  },
);

test.for([
  ['paired', [4096, 4096, 4096]],
  ['paired', [8192, 8192, 8192]],
  ['paired', [4095, 4097, 4093]],
  ['small', [1024, 1024, 1024]],
  ['tiny', [64, 64, 4096]],
] as const)('takes the %s tile for %o on 132 multiprocessors', ([name, size]) => {
  expect(pipedTileFor(half(size), hopper)).toEqual(pipedTiles[name].tile);
});

test('says what does not come out even', () => {
  const params = half([128, 128, 128]);
  const plan = (changes: object) => () => piped('wide', changes)(params);
  expect(plan({ stages: 1 })).toThrow('a stage of their own');
  expect(plan({ bk: 24 })).toThrow('whole fragments');
  expect(plan({ reach: 4, bk: 64 })).toThrow('split evenly among threads');
});

describe('the emulator sees', () => {
  const params = half([128, 256, 128]);

  const mistakes: readonly (readonly [string, Subject, GemmCase, RegExp | string, string])[] = [
    ['a missing barrier', piped('wide'), params, /(stored slab 1 and .*\n\s*)workgroupBarrier\(\);/, '$1'],
    [
      'a slab stored where it is read',
      piped('square', { reach: 1 }),
      params,
      /slices\[to_b \+ \d+u\] = held_b0/,
      'slices[to_b] = held_b0',
    ],
    [
      'a line taken up at the wrong place',
      piped('wide'),
      params,
      '(slab_a * 3u + 1u) % 4u',
      '(slab_a * 3u + 2u) % 4u',
    ],
    ['a line left at the wrong place', piped('wide'), params, '(slab_a + 3u) % 4u', '(slab_a + 2u) % 4u'],
    ['a slab loaded twice', piped('square'), params, 'min(slab + 3u', 'min(slab + 2u'],
    ['fragments of another stage', piped('wide'), params, 'at_b + 912u', 'at_b'],
    [
      'the last products left out',
      piped('wide'),
      half([128, 256, 64]),
      /c33 = (?!.*c33 = )[^;]*;(?=\s*let at_c)/s,
      '',
    ],
    [
      'bytes turned the wrong way',
      piped('square'),
      byte([128, 128, 128]),
      '(odd.x >> 16u)',
      '(even.x >> 16u)',
    ],
    ['bytes rotated the other way', piped('square'), byte([128, 128, 128]), 'ahead_b + 1u', 'ahead_b + 3u'],
    [
      'the same part of K for all',
      splitK,
      half([64, 64, 1024]),
      /let first_a = group\.z \* \d+u/,
      'let first_a = group.z * 0u',
    ],
    [
      'a missing barrier between stages',
      staged(small),
      gemmCase([64, 64, 32]),
      /(Slice 1 of the pair .*\n\s*)workgroupBarrier\(\);/,
      '$1',
    ],
    [
      'what the last slice left, forgotten',
      staged(small),
      gemmCase([64, 64, 64]),
      'c7_0 = fma(vec4f(last_a1.w), last_b0, c7_0);',
      '',
    ],
    [
      'a half of the walkers forgotten',
      fewRows({ threads: 128 }),
      gemmCase([4, 32, 256]),
      /sums\[thread\] \+= sums\[thread \+ 8u\];/,
      '',
    ],
  ];

  test.for(mistakes)('%s', ([, subject, product, find, by]) => {
    let isFound = false;
    const found = run(subject, product, (text) => {
      const edited = text.replace(find, by);
      isFound ||= edited !== text;
      return edited;
    });
    expect(isFound).toBe(true);
    expect(found.passed && found.hazards.length === 0).toBe(false);
  });
});
