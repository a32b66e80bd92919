// The bytes that a plan says its kernel requests are those that it does: at 64 x 64 x 64 each rung's text runs on a CPU
// with every access to global memory counted.
import {
  createLaunch,
  createRandom,
  generated,
  planFor,
  readBuffer,
  shaderText,
  submitPasses,
} from '@kernel-ladder/harness';
import type { Plan } from '@kernel-ladder/harness';
import { fileLoader } from '@kernel-ladder/harness/node';
import { emulatePlan, useSoftwareGpu } from '@kernel-ladder/harness/testing';
import { expect, test } from 'vitest';
import { hopper } from '../fixtures/hopper.ts';
import { instrumented } from '../fixtures/instrument.ts';
import { gemmCase } from './cases.ts';
import { family } from './family.ts';
import { createInputs } from './inputs.ts';
import { createOracle } from './oracle/oracle.ts';

const side = 64;
const params = gemmCase([side, side, side]);
const matrixBytes = 4 * side * side;
const inputs = createInputs(params, createRandom(1));
const load = fileLoader(new URL('./kernels/', import.meta.url));
const gpu = useSoftwareGpu();

function planOf(name: string, facts = gpu().facts): Plan {
  const variant = family.variants.find((candidate) => candidate.name === name);
  if (!variant) throw new Error(`no rung is called ${name}`);
  const plan = planFor(variant, params, facts);
  if ('skip' in plan) throw new Error(plan.skip.message);
  return plan;
}

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
  const plan = planOf(name);
  const moved = await trace(plan);
  expect(moved.c).toBe(matrixBytes);
  expect(sum(moved)).toBe(plan.implBytes);
});

// The tile that hardware takes, which a software adapter would compile for seconds.
test('register moves the bytes that its plan says on a GPU', () => {
  const plan = planOf('register', hopper);
  const launch = { plan, inputs, outputs: family.outputs(params), load, subgroupSize: 32 };
  const { outputs, moved } = emulatePlan(launch);
  expect(createOracle(params, inputs).verify(outputs, plan)).toMatchObject({ passed: true });
  expect(moved.get('c')).toBe(matrixBytes);
  expect([...moved.values()].reduce((all, bytes) => all + bytes, 0)).toBe(plan.implBytes);
});

// The text requests more than the model says, in two ways that bring in nothing new. A cluster past the edge of C loads
// the last block again, which another cluster loads anyway. And every cluster loads what K leaves over behind its whole
// blocks, even where that is nothing and no lane asks for it.
test('subgroup moves the bytes that its plan says, and those of idle clusters and of a tail that nobody reads', async () => {
  const plan = planOf('subgroup');
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
