// The generated kernels on the CPU: their very text, with the tiles that the hardware runs.
import { createRandom, generated } from '@kernel-ladder/harness';
import type { DeviceFacts, Plan, Skip } from '@kernel-ladder/harness';
import { fileLoader } from '@kernel-ladder/harness/node';
import { emulatePlan } from '@kernel-ladder/harness/testing';
import { registerTile, registerTiles } from '@kernel-ladder/kernel-kit';
import type { RegisterTile } from '@kernel-ladder/kernel-kit';
import { describe, expect, test } from 'vitest';
import { hopper } from '../../fixtures/hopper.ts';
import { gemmCase, surface } from '../cases.ts';
import type { GemmCase } from '../cases.ts';
import { family } from '../family.ts';
import { createInputs } from '../inputs.ts';
import { createOracle } from '../oracle/oracle.ts';
import { configurationNames } from '../configurations.ts';
import { planHierarchical } from '../plans/hierarchical.ts';
import { planOccupancy } from '../plans/occupancy.ts';
import { planPersistent } from '../plans/persistent.ts';
import { planRegister } from '../plans/register.ts';
import { planSplit } from '../plans/split-k.ts';
import { planTensor } from '../plans/tensor.ts';
import { roundUp } from '../plans/traffic.ts';
import { registerKernel } from './register.wgsl.ts';
import { tensorKernel, tensorTiles } from './tensor.wgsl.ts';
import type { TensorTile } from './tensor.wgsl.ts';

type Subject = (params: GemmCase, device: DeviceFacts) => Plan | Skip;

function register(changes: Partial<RegisterTile> = {}): Subject {
  return (params, device) => planRegister(params, device, { ...registerTile, ...changes });
}

function tensor(changes: Partial<TensorTile> = {}): Subject {
  return (params, device) =>
    planTensor(params, device, {
      ...tensorTiles[params.dtype === 'i8-i32' ? 'i8-i32' : 'f16-f32'],
      ...changes,
    });
}

function product(size: readonly [number, number, number], changes: Partial<GemmCase> = {}): GemmCase {
  return gemmCase(size, changes);
}

function planOf(subject: Subject, params: GemmCase): Plan {
  const plan = subject(params, hopper);
  if ('skip' in plan) throw new Error(plan.skip.message);
  return plan;
}

const load = fileLoader(new URL('./', import.meta.url));

// `edit` changes the generated texts, to see what a mistake does.
function run(subject: Subject, params: GemmCase, edit = (text: string) => text) {
  const plan = planOf(subject, params);
  const passes = plan.passes.map((pass) =>
    'text' in pass.wgsl ? { ...pass, wgsl: { ...pass.wgsl, text: edit(pass.wgsl.text) } } : pass,
  );
  return verify({ ...plan, passes }, params);
}

function verify(plan: Plan, params: GemmCase) {
  const inputs = createInputs(params, createRandom(1));
  const launch = { plan, inputs, outputs: family.outputs(params), load, subgroupSize: 32 };
  const { outputs, ...found } = emulatePlan(launch);
  const { passed } = createOracle(params, inputs).verify(outputs, { longestSum: params.k });
  const [hazards, suspected] = [found.hazards, found.suspected].map((list) =>
    list.map(({ kind, message }) => `${kind}: ${message}`),
  );
  return { passed, hazards, suspected };
}

const sound = { passed: true, hazards: [] };

const half = { dtype: 'f16-f32' } as const;
const allHalf = { dtype: 'f16' } as const;
const { medium, small, tiny, flat } = registerTiles;

const staged = { bm: 128, bn: 128, stages: 2, ahead: true } as const;

const registerCases: [string, Subject, GemmCase][] = [
  ['whole tiles', register(), product([256, 128, 32])],
  ['rows of vec4s that overhang', register(), product([132, 136, 36])],
  ['rows that are no vec4s', register(), product([129, 131, 33])],
  ['halves in vec4s', register(), product([132, 136, 36], half)],
  ['halves one by one', register(), product([33, 129, 17], half)],
  ['a slice of 4', register({ bk: 4, unroll: 4 }), product([130, 128, 24])],
  ['a loop over the slice', register({ unroll: 4 }), product([130, 128, 24])],
  ['no prefetch', register({ prefetch: false }), product([130, 128, 24])],
  ['4 x 8 per thread', register({ bm: 64, bn: 64, tm: 4 }), product([100, 68, 36])],
  ['256 threads', register({ bm: 256, bk: 8, unroll: 8, band: 1 }), product([300, 100, 12])],
  ['B turned', register(), product([132, 136, 36], { layout: 'nt' })],
  ['A turned', register(), product([132, 136, 36], { layout: 'tn' })],
  ['both turned, of halves', register(), product([132, 136, 36], { layout: 'tt', ...half })],
  ['both turned, no vec4s', register(), product([65, 67, 33], { layout: 'tt' })],
  ['the medium tile', register(medium.tile), product([132, 68, 40], { layout: 'nt' })],
  ['the small tile', register(small.tile), product([68, 68, 40], { layout: 'tn' })],
  ['the tiny tile', register(tiny.tile), product([35, 36, 33], { layout: 'tt' })],
  ['the flat tile', register(flat.tile), product([6, 264, 36])],
  ['the flat tile, both turned', register(flat.tile), product([3, 65, 33], { layout: 'tt' })],
  ['a batch', register(tiny.tile), product([36, 28, 20], { batch: 3 })],
  ['a batch of odd halves', register(tiny.tile), product([5, 7, 3], { batch: 5, layout: 'tn', ...half })],
  ['a bias', register(), product([68, 72, 20], { epilogue: 'bias' })],
  ['ReLU on odd rows', register(small.tile), product([67, 69, 20], { epilogue: 'relu' })],
  ['bias and ReLU', register(medium.tile), product([68, 72, 20], { epilogue: 'bias-relu' })],
  ['bias and GELU on odd rows', register(), product([67, 69, 20], { epilogue: 'bias-gelu' })],
  ['sums of halves in vec4s', register(), product([132, 136, 36], allHalf)],
  ['sums of halves, odd rows', register(small.tile), product([67, 69, 300], { layout: 'tt', ...allHalf })],
  [
    'sums of halves, a bias and GELU',
    register(tiny.tile),
    product([36, 28, 20], { epilogue: 'bias-gelu', ...allHalf }),
  ],
  [
    'sums of halves, a residual on odd rows',
    register(flat.tile),
    product([3, 65, 33], { epilogue: 'scale-residual', batch: 2, ...allHalf }),
  ],
  ['a residual', register(tiny.tile), product([36, 28, 20], { epilogue: 'scale-residual', batch: 2 })],
  ...(['nn', 'nt', 'tn', 'tt'] as const).map((layout): [string, Subject, GemmCase] => [
    `two stages, every thread brings of both: ${layout}`,
    register({ ...staged, shares: 'both' }),
    product([132, 136, 36], { layout }),
  ]),
  ['every thread brings of both, odd rows', register({ shares: 'both' }), product([129, 131, 33])],
];

test.for(registerCases)('register multiplies: %s', ([, subject, params]) => {
  expect(run(subject, params)).toMatchObject(sound);
});

test.for(surface)('a point of the surface multiplies: $workgroup threads with $ilp sums', (point) => {
  expect(run(planOccupancy, product([67, 130, 20], point))).toMatchObject(sound);
});

test.for(configurationNames)('a configuration multiplies: %s', (config) => {
  for (const params of [{ layout: 'tt', batch: 2, fill: 'integers' }, { epilogue: 'bias-relu' }] as const)
    expect(run(planHierarchical, product([67, 132, 36], { config, ...params }))).toMatchObject(sound);
});

test.for([1, 3, 132])('%i persistent workgroups draw all tiles', (groups) => {
  expect(run(planPersistent, product([130, 70, 20], { groups }))).toMatchObject(sound);
});

test.for([
  product([16, 20, 1100], { layout: 'nt' }),
  product([1, 36, 512], half),
  product([34, 64, 515], { layout: 'tn' }),
])('split-k adds up its parts: %o', (params) => {
  expect(run(planSplit, params)).toMatchObject(sound);
});

const byte = { dtype: 'i8-i32' } as const;

const tensorCases: [string, Subject, GemmCase][] = [
  ['the tile of the ladder', tensor(), product([256, 384, 96], half)],
  ['a single step', tensor(), product([128, 128, 32], half)],
  ['a last band of fewer rows', tensor({ band: 2 }), product([384, 256, 32], half)],
  ['slices of 16', tensor({ bk: 16 }), product([128, 256, 48], half)],
  ['slices of 64', tensor({ bk: 64 }), product([128, 128, 128], half)],
  ['eight subgroups on 128 x 256', tensor({ bn: 256, subgroupsAcross: 4 }), product([128, 512, 64], half)],
  ['eight subgroups on 256 x 128', tensor({ bm: 256, subgroupsDown: 4 }), product([256, 128, 64], half)],
  ['parts of 64 x 32', tensor({ subgroupsAcross: 4 }), product([128, 128, 64], half)],
  ['B turned', tensor(), product([128, 256, 64], { layout: 'nt', ...half })],
  ['A turned', tensor(), product([256, 128, 64], { layout: 'tn', ...half })],
  ['both turned, padded', tensor(), product([100, 130, 33], { layout: 'tt', ...half })],
  ['a padded batch', tensor(), product([5, 7, 3], { batch: 3, layout: 'nt', ...half })],
  ['bytes', tensor(), product([128, 256, 128], byte)],
  ['bytes, both turned, padded', tensor(), product([100, 33, 65], { layout: 'tt', ...byte })],
  ['bytes, bias and ReLU', tensor(), product([37, 130, 65], { epilogue: 'bias-relu', ...byte })],
  ['sums of halves', tensor(), product([128, 128, 64], allHalf)],
  ['sums of halves, bias and GELU', tensor(), product([100, 132, 64], { epilogue: 'bias-gelu', ...allHalf })],
  ['sums of halves, odd rows', tensor(), product([9, 131, 40], { epilogue: 'scale-residual', ...allHalf })],
  ['a bias', tensor(), product([128, 128, 64], { epilogue: 'bias', ...half })],
  [
    'a residual of a batch',
    tensor(),
    product([128, 128, 32], { epilogue: 'scale-residual', batch: 2, ...half }),
  ],
  ['GELU on odd rows', tensor(), product([130, 67, 40], { epilogue: 'bias-gelu', ...half })],
  [
    'ReLU on eight subgroups',
    tensor({ bn: 256, subgroupsAcross: 4 }),
    product([128, 256, 32], { epilogue: 'relu', ...half }),
  ],
];

test.for(tensorCases)('tensor multiplies: %s', ([, subject, params]) => {
  expect(run(subject, params)).toMatchObject(sound);
});

test('a grid of two rows that runs over makes the same tiles', () => {
  const params = product([384, 128, 32], half);
  const grid = [2, 2, 1] as const;
  const { m, n, k } = params;
  const texts = [
    registerKernel({ ...params, input: 'f16', sum: 'f32', parts: 1, grid }),
    tensorKernel({
      ...params,
      m,
      n,
      k,
      rows: m,
      columns: n,
      kind: 'f16-f32',
      shape: { side: 16, deep: 16 },
      grid,
      pinsSubgroupSize: true,
    }),
  ];
  for (const text of texts) {
    const pass = { wgsl: generated('two-rows.wgsl.ts', text), bindings: ['a', 'b', 'c'], workgroups: grid };
    expect(verify({ ...planOf(register(), params), passes: [pass] }, params)).toMatchObject(sound);
  }
});

function replacing(part: RegExp | string, by: string) {
  return (text: string) => text.replace(part, by);
}

describe('the emulator sees', () => {
  const params = product([128, 128, 64], half);

  test.for([register(), tensor()])('a missing barrier before the slices are overwritten', (subject) => {
    const edit = replacing(/(finished with the previous slices\.\n\s*)workgroupBarrier\(\);/, '$1');
    expect(run(subject, params, edit).hazards).toContainEqual(expect.stringMatching(/^race: .* slice/));
  });

  test.for([register(), tensor()])('a missing barrier before the slices are read', (subject) => {
    const edit = replacing(/(slices are complete\.\n\s*)workgroupBarrier\(\);/, '$1');
    expect(run(subject, params, edit).hazards).toContainEqual(expect.stringMatching(/^race: .* slice/));
  });

  test('a missing barrier between two rows of results', () => {
    const edit = replacing(/(finished with the previous row of fragments\.\n\s*)workgroupBarrier\(\);/, '$1');
    const fused = { ...params, epilogue: 'relu' } as const;
    expect(run(tensor(), fused, edit).hazards).toContainEqual(expect.stringMatching(/^race: .* slices/));
  });

  test('an index outside its array', () => {
    const write = replacing('slices[to_a] = held_a0', 'slices[to_a + 4000u] = held_a0');
    const { hazards } = run(tensor(), params, write);
    expect(hazards).toContainEqual(
      expect.stringMatching(/^out-of-bounds: .* slices\[\d+\] is outside its \d+ elements/),
    );
    const read = run(tensor(), params, replacing('(step + 1u) * 4u', '(step + 2u) * 4u'));
    expect(read).toMatchObject({ passed: false, hazards: [] });
    expect(read.suspected).toContainEqual(
      expect.stringMatching(/^out-of-bounds: .* a\[\d+\] is outside its 1024 elements/),
    );
  });

  test('a fragment from the wrong row, one loaded by the wrong order, and an i8 taken as its neighbour', () => {
    const wrongRow = replacing('at_a + 80u, 5u', 'at_a + 85u, 5u');
    expect(run(tensor(), params, wrongRow)).toMatchObject({ passed: false });
    const wrongOrder = replacing(
      'subgroupMatrixLoad<Right, row_major>',
      'subgroupMatrixLoad<Right, col_major>',
    );
    expect(run(tensor(), { ...params, k: 32 }, wrongOrder)).toMatchObject({ passed: false });
    const bytes = product([128, 128, 128], byte);
    expect(run(tensor(), bytes, replacing('at_b + 1u', 'at_b + 2u'))).toMatchObject({ passed: false });
  });
});

test('refuses tiles that do not come out even', () => {
  expect(() => run(register({ bm: 100 }), product([1, 1, 1]))).toThrow('must come out even');
  expect(() => run(tensor({ bk: 24 }), product([128, 128, 48], half))).toThrow('parts into fragments');
});

test('rounds up to whole tiles', () => {
  expect([0, 1, 128, 129].map((size) => roundUp(size, 128))).toEqual([0, 128, 128, 256]);
});
