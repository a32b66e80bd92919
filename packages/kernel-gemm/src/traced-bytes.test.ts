// The bytes that a plan says its kernel requests are those that it does: each rung's text runs on a CPU with every access to
// global memory counted, and those of a subgroup's lanes held beside each other.
import {
  createLaunch,
  createRandom,
  generated,
  readBuffer,
  shaderText,
  submitPasses,
} from '@kernel-ladder/harness';
import type { Plan } from '@kernel-ladder/harness';
import { accessInWords, useTestGpu } from '@kernel-ladder/harness/testing';
import type { AccessPattern } from '@kernel-ladder/harness/testing';
import { expect, test } from 'vitest';
import { instrumented } from '../fixtures/instrument.ts';
import { emulated, load, planOf, sumOf } from '../fixtures/traced.ts';
import { accessOf } from './access.ts';
import { gemmCase } from './cases.ts';
import type { GemmCase } from './cases.ts';
import { family } from './family.ts';
import { createInputs } from './inputs.ts';
import { createOracle } from './oracle/oracle.ts';

const side = 64;
const params = gemmCase([side, side, side]);
const matrixBytes = 4 * side * side;
const inputs = createInputs(params, createRandom(1));
const gpu = useTestGpu();

function onlyPass({ passes: [pass, ...others] }: Plan): Plan['passes'][number] {
  if (!pass || others.length > 0) throw new Error('one pass is expected');
  return pass;
}

/** Bytes that a kernel moved. */
interface Moved {
  readonly a: number;
  readonly b: number;
  readonly c: number;
}

function sum({ a, b, c }: Moved): number {
  return a + b + c;
}

// Runs a plan's counting text on the software adapter. Its product must be right: that is what was counted.
async function trace(plan: Plan): Promise<Moved> {
  const pass = onlyPass(plan);
  const { text, accessBytes } = instrumented(shaderText(pass.wgsl, load));
  const counting: Plan = {
    ...plan,
    passes: [{ ...pass, wgsl: generated(pass.wgsl.file, text), bindings: [...pass.bindings, 'accesses'] }],
    scratch: { a: matrixBytes, b: matrixBytes, accesses: 4 * accessBytes.length },
  };
  const launch = await createLaunch(gpu(), {
    family,
    params,
    plan: counting,
    data: { buffers: new Map() },
    load,
  });
  const held = new Map([...launch.outputs, ...launch.scratch]);
  const read = (name: string, bytes: number) => readBuffer(gpu(), held.get(name)!, { offset: 0, bytes });
  try {
    for (const [name, array] of Object.entries({ ...inputs, accesses: new Uint32Array(accessBytes.length) }))
      gpu().device.queue.writeBuffer(held.get(name)!, 0, array as Uint32Array<ArrayBuffer>);
    await submitPasses(gpu(), [launch.encode(0)]);
    const c = new Float32Array(await read('c', matrixBytes));
    expect(createOracle(params, inputs).verify({ c }, plan)).toMatchObject({ passed: true });
    const counts = new Uint32Array(await read('accesses', 4 * accessBytes.length));
    const bytes = (binding: number) => (counts[binding] ?? 0) * (accessBytes[binding] ?? 0);
    return { a: bytes(0), b: bytes(1), c: bytes(2) };
  } finally {
    launch.free();
  }
}

test.for(['naive', 'tiled', 'register'])('%s moves the bytes that its plan says', async (name) => {
  const plan = planOf(name, gpu().facts, params);
  const moved = await trace(plan);
  expect(moved.c).toBe(matrixBytes);
  expect(sum(moved)).toBe(plan.implBytes);
});

// Whole tiles of the kernels that hardware runs, on an emulated one: 64 x 64 x 64 but where a rung needs another product.
const half = { dtype: 'f16-f32' } as const;
const byte = { dtype: 'i8-i32' } as const;
const cube = [side, side, side] as const;
const traced: readonly (readonly [string, GemmCase])[] = [
  ['naive', params],
  ['tiled', params],
  ['staged', params],
  ['pipelined', params],
  ['register', params],
  ['tuned', params],
  ['register-pipelined', gemmCase([side, side, 128])],
  ['persistent', params],
  ['occupancy', gemmCase(cube, { workgroup: 64, ilp: 16 })],
  ['hierarchical', gemmCase(cube, { config: '64x64x16-32x32-8x4-s1' })],
  ['unfused', gemmCase(cube, { epilogue: 'bias' })],
  ['looped', gemmCase(cube, { batch: 3 })],
  ['submitted', gemmCase(cube, { batch: 3 })],
  ['split-k', gemmCase([side, side, 1024])],
  ['few-rows', gemmCase([4, side, 1024])],
  ['matrix-vector', gemmCase([side, 1, 4096])],
  ['double-single', gemmCase(cube, { dtype: 'f32x2' })],
  ['dot4', gemmCase(cube, byte)],
  ['tensor-basic', gemmCase(cube, half)],
  ['tensor', gemmCase([128, 128, side], half)],
  ['tensor-pipelined', gemmCase([128, 128, 128], half)],
  ['tensor-split-k', gemmCase([side, side, 1024], half)],
  ['tensor-unfused', gemmCase([128, 128, side], { ...half, epilogue: 'bias' })],
];

test.for(traced)(
  '%s moves the bytes that its plan says, in the pattern that its ladder says',
  ([name, product]) => {
    const { moved, plan, patterns } = emulated(name, product, true);
    expect({ bytes: sumOf(moved), access: inWords(patterns) }).toEqual({
      bytes: plan.implBytes,
      access: accessOf(name),
    });
  },
);

test('auto moves the bytes that its plan says on a GPU', () => {
  const { moved, plan } = emulated('auto', gemmCase([24, 40, 56]));
  expect(sumOf(moved)).toBe(plan.implBytes);
});

test('every rung is traced', () => {
  const names = new Set([...traced.map(([name]) => name), 'auto', 'subgroup']);
  expect(names).toEqual(new Set(family.variants.map(({ name }) => name)));
});

// A, B and C, and what lies between passes.
function inWords(patterns: ReadonlyMap<string, AccessPattern>): string {
  const named = [...patterns].filter(([name]) => name !== 'bias' && name !== 'nothing');
  return accessInWords(
    new Map(named.map(([name, pattern]) => [name.length === 1 ? name.toUpperCase() : name, pattern])),
  );
}

test('subgroup reaches global memory in the pattern that its ladder says', () => {
  const { patterns } = emulated('subgroup', gemmCase([side, 128, side]), true);
  expect(inWords(patterns)).toBe(accessOf('subgroup'));
});

// The text requests more than the model says, in two ways that bring in nothing new. A cluster past the edge of C loads
// the last block again, which another cluster loads anyway. And every cluster loads what K leaves over behind its whole
// blocks, even where that is nothing and no lane asks for it.
test('subgroup moves the bytes that its plan says, and those of idle clusters and of a tail that nobody reads', async () => {
  const plan = planOf('subgroup', gpu().facts, params);
  const { wgsl } = onlyPass(plan);
  const constant = (name: string) => ('constants' in wgsl ? Number(wgsl.constants[name]) : Number.NaN);
  const [cluster, rows] = [constant('CLUSTER'), constant('ROWS')];
  const inside = (side / rows) * (side / (4 * cluster));
  const all = (constant('TILE_ROWS') * constant('TILE_COLUMNS') * constant('SIZE')) / cluster;
  const ofA = 4 * rows * side;
  const ofB = 4 * 4 * cluster * side;
  const tail = 4 * rows * cluster;
  expect(plan.implBytes).toBe(inside * (ofA + ofB) + matrixBytes);
  expect(await trace(plan)).toEqual({ a: all * (ofA + tail), b: all * ofB, c: matrixBytes });
});
