// The pipelined kernels and those of few rows on the CPU: their very text, over what may be chosen of them.
import { combinations } from '@kernel-ladder/autotune';
import { shaderText } from '@kernel-ladder/harness';
import { validateWgsl } from '@kernel-ladder/harness/testing';
import { expect, test } from 'vitest';
import { hopper } from '../../fixtures/hopper.ts';
import {
  byte,
  fewRows,
  half,
  load,
  piped,
  run,
  small,
  sound,
  splitK,
  staged,
} from '../../fixtures/pipelined.ts';
import type { Subject } from '../../fixtures/pipelined.ts';
import { gemmCase } from '../cases.ts';
import type { GemmCase } from '../cases.ts';
import { family } from '../family.ts';
import { deepTile, pipedTileFor, pipedTiles } from '../plans/tensor-tiles.ts';

const layouts = ['nn', 'nt', 'tn', 'tt'] as const;

const roundsOfTwo = { bm: 64, bk: 64, subgroupsDown: 1, reach: 2, stages: 1, ahead: false } as const;

const streamed = { straight: true, ahead: false, reach: 1 } as const;

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
  ['two rounds on their way', piped('square', { reach: 1, flight: 2 }), half([128, 128, 64])],
  ['two rounds, one stage', piped('tiny', { stages: 1, reach: 1, flight: 2 }), half([64, 64, 192])],
  ['two rounds of bytes, turned', piped('square', { reach: 1, flight: 2 }), byte([128, 128, 256])],
  ['four rounds on their way', piped('small', { reach: 1, flight: 4 }), half([64, 128, 256])],
  [
    'four rounds of whole lines, a padded batch',
    piped('small', { flight: 4 }),
    half([70, 130, 300], { batch: 2 }),
  ],
  [
    'two rounds, eight subgroups',
    piped('small', { reach: 1, flight: 2, subgroupsAcross: 4 }),
    half([64, 256, 128]),
  ],
  ['stored behind products', piped('square', { staging: 'around' }), half([128, 128, 128])],
  [
    'stored behind products, two rounds, ahead',
    piped('wide', { reach: 1, flight: 2, staging: 'around' }),
    half([128, 256, 128], { layout: 'tn' }),
  ],
  ['staged between products', piped('square', { reach: 1, staging: 'between' }), half([128, 128, 64])],
  ['staged between products ahead', piped('wide', { staging: 'between' }), half([128, 256, 128])],
  [
    'loaded between products',
    piped('tiny', { stages: 1, reach: 1, staging: 'between' }),
    half([64, 64, 128]),
  ],
  ['turned between products', piped('square', { staging: 'between' }), byte([128, 128, 128])],
  ['packed', piped('wide', { reach: 1, packs: true }), half([256, 256, 64])],
  [
    'packed twice, a batch, two rounds',
    piped('tiny', { reach: 1, packs: true, flight: 2, stages: 1 }),
    half([70, 65, 100], { layout: 'nt', batch: 2 }),
  ],
  ['A straight', piped('tiny', { stages: 1, reach: 1, straight: true }), half([64, 64, 128])],
  [
    'A straight, a padded batch',
    piped('square', { reach: 1, straight: true, staging: 'around', flight: 2 }),
    half([70, 130, 100], { batch: 2, epilogue: 'bias' }),
  ],
  ['the deep tile', piped('wide', deepTile), half([256, 256, 128])],
  ['B in a stream', piped('tiny', { ...streamed, streams: 1 }), half([128, 128, 128])],
  ['B in a longer stream', piped('tiny', { ...streamed, streams: 3 }), half([70, 130, 100], { batch: 2 })],
  [
    'B in a stream, staged between products',
    piped('tiny', { ...streamed, streams: 3, bk: 64, staging: 'between' }),
    half([130, 66, 384]),
  ],
  ['ragged rows of sums', piped('small', { direct: false }), half([130, 129, 64], { epilogue: 'bias' })],
  ['B in the longest stream', piped('small', { ...streamed, bk: 64, streams: 7 }), half([64, 128, 256])],
  ['bytes of A straight', piped('tiny', { straight: true }), byte([64, 128, 128], { layout: 'nt' })],
  ['packed bytes', piped('tiny', { reach: 1, packs: true }), byte([64, 128, 128], { layout: 'nt' })],
  ['straight to C', piped('small', { direct: true }), half([64, 128, 128])],
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

test('zeros of B meet zeros of A before the first slab, whose infinities times zero would be no numbers', () => {
  let text = '';
  run(piped('tiny', { ...streamed, streams: 3 }), half([64, 64, 64]), (own) => {
    if (own.includes('subgroup_matrix')) text = own;
    return own;
  });
  expect(text.match(/var a\d_\d = Left\(\);/g)).toHaveLength(4);
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
  ['paired', [4096, 4096, 2048]],
  ['small', [1024, 1024, 1024]],
  ['tiny', [64, 64, 4096]],
] as const)('takes the %s tile for %o on 132 multiprocessors', ([name, size]) => {
  expect(pipedTileFor(half(size), hopper)).toEqual(pipedTiles[name].tile);
});

test('takes the deep tile for large products, where there is memory for it', () => {
  expect(pipedTileFor(half([4096, 8192, 4096]), hopper)).toEqual(deepTile);
  expect(pipedTileFor(half([4095, 4097, 4093], { epilogue: 'bias-relu' }), hopper)).toEqual(deepTile);
  expect(pipedTileFor(half([4096, 4096, 4096], { layout: 'tn' }), hopper)).toEqual(pipedTiles.paired.tile);
  const limits = { ...hopper.limits, maxComputeWorkgroupStorageSize: 32_768 };
  expect(pipedTileFor(half([4096, 4096, 4096]), { ...hopper, limits })).toEqual(pipedTiles.paired.tile);
});

test('says what does not come out even', () => {
  const params = half([128, 128, 128]);
  const plan = (changes: object) => () => piped('wide', changes)(params);
  expect(plan({ stages: 1 })).toThrow('a stage of their own');
  expect(plan({ bk: 24 })).toThrow('whole fragments');
  expect(plan({ reach: 4, bk: 64 })).toThrow('split evenly among threads');
});
