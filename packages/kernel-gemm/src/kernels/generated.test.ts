// The generated kernels on the CPU: their very text, with the tiles that the hardware runs.
import { createRandom } from '@kernel-ladder/harness';
import { describe, expect, test } from 'vitest';
import type { GemmCase } from '../cases.ts';
import { roundUp, spread } from '../grid.ts';
import { createInputs } from '../inputs.ts';
import { createOracle } from '../oracle.ts';
import { emulate } from '../emulator/emulate.ts';
import { registerKernel, registerTile } from './register.wgsl.ts';
import type { RegisterTile } from './register.wgsl.ts';
import { tensorKernel, tensorTile } from './tensor.wgsl.ts';
import type { TensorTile } from './tensor.wgsl.ts';

type Grid = readonly [x: number, y: number, z: number];

interface Subject {
  readonly write: (params: GemmCase, grid: Grid) => string;
  readonly tile: { readonly bm: number; readonly bn: number };
}

function register(changes: Partial<RegisterTile> = {}): Subject {
  const tile = { ...registerTile, ...changes };
  const write = (params: GemmCase, grid: Grid) => {
    const input = params.dtype === 'f32' ? 'f32' : 'f16';
    return registerKernel({ ...params, input, grid }, tile);
  };
  return { tile, write };
}

function tensor(changes: Partial<TensorTile> = {}): Subject {
  const tile = { ...tensorTile, ...changes };
  return { tile, write: (params, grid) => tensorKernel({ ...params, grid, pinsSubgroupSize: true }, tile) };
}

function product(size: readonly [m: number, n: number, k: number], dtype: GemmCase['dtype']): GemmCase {
  const [m, n, k] = size;
  return { m, n, k, fill: 'uniform', dtype };
}

function run({ write, tile }: Subject, params: GemmCase, edit = (text: string) => text, grid?: Grid) {
  const workgroups = grid ?? spread(Math.ceil(params.m / tile.bm) * Math.ceil(params.n / tile.bn));
  const { a, b } = createInputs(params, createRandom(1)) as { [name: string]: Float32Array | Float16Array };
  const c = new Float32Array(params.m * params.n).fill(Number.NaN);
  emulate(edit(write(params, workgroups)), { buffers: [a!, b!, c], workgroups });
  return createOracle(params, { a: a!, b: b! }).verify({ c }, { longestSum: params.k });
}

const registerCases: [string, Subject, GemmCase][] = [
  ['whole tiles', register(), product([256, 128, 32], 'f32')],
  ['rows of vec4s that overhang', register(), product([132, 136, 36], 'f32')],
  ['rows that are no vec4s', register(), product([129, 131, 33], 'f32')],
  ['halves in vec4s', register(), product([132, 136, 36], 'f16-f32')],
  ['halves one by one', register(), product([33, 129, 17], 'f16-f32')],
  ['a slice of 8', register({ bk: 8, unroll: 8 }), product([130, 128, 24], 'f32')],
  ['a loop over the slice', register({ unroll: 4 }), product([130, 128, 24], 'f32')],
  ['no prefetch', register({ prefetch: false }), product([130, 128, 24], 'f32')],
  ['4 x 8 per thread', register({ bm: 64, bn: 64, tm: 4 }), product([100, 68, 36], 'f32')],
  ['512 threads', register({ bm: 256, bk: 8, unroll: 8, band: 1 }), product([300, 100, 12], 'f32')],
];

test.for(registerCases)('register multiplies: %s', ([, subject, params]) => {
  expect(run(subject, params)).toMatchObject({ passed: true });
});

const tensorCases: [string, Subject, GemmCase][] = [
  ['the tile of the ladder', tensor(), product([256, 384, 96], 'f16-f32')],
  ['a single step', tensor(), product([128, 128, 32], 'f16-f32')],
  ['a last band of fewer rows', tensor({ band: 2 }), product([384, 256, 32], 'f16-f32')],
  ['slices of 16', tensor({ bk: 16 }), product([128, 256, 48], 'f16-f32')],
  ['slices of 64', tensor({ bk: 64 }), product([128, 128, 128], 'f16-f32')],
  [
    'eight subgroups on 128 x 256',
    tensor({ bn: 256, subgroupsAcross: 4 }),
    product([128, 512, 64], 'f16-f32'),
  ],
  ['eight subgroups on 256 x 128', tensor({ bm: 256, subgroupsDown: 4 }), product([256, 128, 64], 'f16-f32')],
  ['parts of 64 x 32', tensor({ subgroupsAcross: 4 }), product([128, 128, 64], 'f16-f32')],
];

test.for(tensorCases)('tensor multiplies: %s', ([, subject, params]) => {
  expect(run(subject, params)).toMatchObject({ passed: true });
});

test.for([register(), tensor()])('a grid of two rows that runs over makes the same tiles', (subject) => {
  const dtype = 'f16-f32';
  expect(run(subject, product([384, 128, 32], dtype), undefined, [2, 2, 1])).toMatchObject({ passed: true });
});

function replacing(part: RegExp | string, by: string) {
  return (text: string) => text.replace(part, by);
}

describe('the emulator sees', () => {
  const small = product([128, 128, 64], 'f16-f32');

  test.for([register(), tensor()])('a missing barrier before the slices are overwritten', (subject) => {
    const edit = replacing(/(finished with the previous slices\.\n\s*)workgroupBarrier\(\);/, '$1');
    expect(() => run(subject, small, edit)).toThrow('two threads meet without a barrier');
  });

  test.for([register(), tensor()])('a missing barrier before the slices are read', (subject) => {
    const edit = replacing(/(slices are complete\.\n\s*)workgroupBarrier\(\);/, '$1');
    expect(() => run(subject, small, edit)).toThrow('is read before anyone wrote it');
  });

  test('an index outside its array', () => {
    const edit = replacing('(step + 1u) * 4u', '(step + 2u) * 4u');
    expect(() => run(tensor(), small, edit)).toThrow(/a\[\d+\] is outside its 1024 elements/);
  });

  test('a fragment from the wrong row', () => {
    const edit = replacing('at_a + 80u, 5u', 'at_a + 85u, 5u');
    expect(run(tensor(), small, edit)).toMatchObject({ passed: false });
  });
});

test('refuses tiles that do not come out even', () => {
  expect(() => run(register({ bm: 100 }), product([1, 1, 1], 'f32'))).toThrow('must come out even');
  expect(() => run(tensor({ bk: 24 }), product([128, 128, 48], 'f16-f32'))).toThrow('parts into fragments');
});

test('rounds up to whole tiles', () => {
  expect([0, 1, 128, 129].map((size) => roundUp(size, 128))).toEqual([0, 128, 128, 256]);
});
