// Every dispatch visits each element exactly once, and none is wider than the device allows.
import { createBuffer, destroyBuffer, submitPasses, writeBuffer } from '@kernel-ladder/gpu';
import type { DeviceFacts } from '@kernel-ladder/gpu';
import { expect, test } from 'vitest';
import { doubleCase, family as doubling, launch } from '../../fixtures/double/family.ts';
import { doubleData, load as loadDouble } from '../../fixtures/gpu.ts';
import { useTestGpu } from '../testing/test-gpu.ts';
import { family, gridOf, lengthsOf } from '../../fixtures/grid/family.ts';
import type { GridCase } from '../../fixtures/grid/family.ts';
import { catchFault } from './catch-fault.ts';
import { checkOnTwoSeeds } from './check.ts';
import { checksum } from '../launch/checksum.ts';
import type { Fault, Plan, Variant } from '../contract/family.ts';
import { createFlush } from '../measure/flush.ts';
import { createLaunch } from '../launch/launch.ts';
import { fileLoader } from '../process/loader.ts';
import { planFaults } from '../contract/plan-faults.ts';
import { planFor } from '../contract/plan.ts';
import { createRandom } from '../contract/random.ts';
import { generated } from '../wgsl/wgsl.ts';

const gpu = useTestGpu();
const load = fileLoader(new URL('../../fixtures/grid/kernels/', import.meta.url));

async function check(variant: Variant<GridCase>, params: GridCase) {
  const plan = planFor(variant, params, gpu().facts) as Plan;
  return checkOnTwoSeeds(gpu(), { family, params, plan, load, seed: 1 });
}

const gridCase = (row: number, vectors: number): GridCase => ({ vectors, row, dtype: 'u32' });

test.for([2, 3])(
  '250 random vectors on grids of rows of %d are visited once an element, and not behind',
  async (row) => {
    const params = gridCase(row, 250);
    const grids = lengthsOf(params).map((n) => gridOf(n, row));
    // All three dimensions are in use.
    for (const axis of [0, 1, 2]) expect(grids.filter((grid) => grid[axis]! > 1).length).toBeGreaterThan(50);
    expect(await check(family.variants[0]!, params)).toMatchObject({ passed: true, maxAbs: 0 });
  },
);

test.for([
  ['short', 'is 0, expected 1'],
  ['wide', 'is 2, expected 1'],
  ['deep', 'is 2, expected 1'],
] as const)('a grid that is too %s is told by an element that %s', async ([name, message]) => {
  const fault = family.wrong.find((candidate) => candidate.name === name) as Fault<GridCase>;
  const caught = await catchFault(gpu(), { family, fault, load }, [gridCase(2, 20)]);
  expect(caught).toMatchObject({ message: expect.stringContaining(message), control: 'passed' });
});

function mix(value: number): number {
  const state = (Math.imul(value, 747_796_405) + 2_891_336_453) >>> 0;
  const word = Math.imul((state >>> ((state >>> 28) + 4)) ^ state, 277_803_737);
  return (word >>> 22) ^ word;
}

// The checksum mixes each word with its place: a word that is left out or taken twice changes the sum.
function sumOf(words: Uint32Array): number {
  let sum = 0;
  for (let index = 0; index < words.length; index++) sum = (sum + mix(words[index]! ^ mix(index))) | 0;
  return sum >>> 0;
}

const usage = () => GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_DST;

test('the checksum takes every word of 500 buffers of random length once', async () => {
  const random = createRandom(1);
  const tile = 256 * 64;
  const arrays = Array.from({ length: 500 }, (_, index) => {
    const words =
      index % 10 === 0 ? tile * random.integer(1, 3) + random.integer(-1, 1) : random.integer(1, 3000);
    return Uint32Array.from({ length: words }, random.next);
  });
  const buffers: GPUBuffer[] = [];
  for (const array of arrays) {
    const buffer = await createBuffer(gpu(), { label: 'summed', bytes: array.byteLength, usage: usage() });
    writeBuffer(gpu(), buffer, 0, array);
    buffers.push(buffer);
  }
  const sums = await checksum(gpu(), buffers);
  for (const buffer of buffers) destroyBuffer(gpu(), buffer);
  expect(sums).toEqual(arrays.map(sumOf));
});

test('the flush rewrites every word of its buffer once', async () => {
  const fence = await createBuffer(gpu(), { label: 'fence', bytes: 4, usage: usage() });
  const flush = await createFlush(gpu(), 0, fence);
  const [words] = [...gpu().ledger.keys()].filter(({ label }) => label === 'flush');
  const before = Uint32Array.from({ length: words!.size / 4 }, (_, index) => Math.imul(index, 0x9e3779b9));
  writeBuffer(gpu(), words!, 0, before);
  await submitPasses(gpu(), [flush.encode]);
  const after = before.map((word, index) => word + (index % 4) + 1);
  expect(await checksum(gpu(), [words!])).toEqual([sumOf(after)]);
  flush.free();
  destroyBuffer(gpu(), fence);
});

// What every WebGPU device offers.
const smallest = {
  maxComputeWorkgroupsPerDimension: 65_535,
  maxComputeInvocationsPerWorkgroup: 256,
  maxComputeWorkgroupStorageSize: 16_384,
};

/** A plan of the doubling family on other grids, one a pass. */
function planOn(grids: readonly (readonly [number, number, number])[]): Plan {
  const plan = launch('double.wgsl', { n: 100 });
  return {
    ...plan,
    passes: grids.flatMap((workgroups) => plan.passes.map((pass) => ({ ...pass, workgroups }))),
  };
}

test('500 random plans are refused by name just where one dispatch is wider than one of 500 random devices', () => {
  const random = createRandom(2);
  const limit = 'maxComputeWorkgroupsPerDimension';
  let refused = 0;
  for (let count = 0; count < 500; count++) {
    const most = random.integer(1, 2 ** random.integer(1, 17));
    const draw = () =>
      Math.max(0, random.integer(0, 3) === 0 ? most + random.integer(-1, 1) : random.integer(0, most));
    const grids = Array.from({ length: random.integer(1, 3) }, () => [draw(), draw(), draw()] as const);
    const facts: DeviceFacts = { ...gpu().facts, limits: { ...gpu().facts.limits, [limit]: most } };
    const planned = planFor({ ...doubling.variants[0]!, plan: () => planOn(grids) }, doubleCase(100), facts);
    const faulty = grids.filter((grid) => Math.max(...grid) > most || Math.min(...grid) < 1);
    expect(planFaults(planOn(grids), { facts, load: loadDouble })).toHaveLength(faulty.length);
    const widest = Math.max(...grids.flat());
    const message = `needs ${limit} ${widest}, the device offers ${most}`;
    expect('skip' in planned ? planned.skip : null).toEqual(
      widest > most ? { code: `limit:${limit}`, message } : null,
    );
    refused += Number(widest > most);
  }
  expect(refused).toBeGreaterThan(100);
  expect(refused).toBeLessThan(400);
});

test.for([
  [
    { workgroups: [0, 1, 1] },
    'double.wgsl: dispatches 0 × 1 × 1 workgroups, where 1 to 65535 a dimension are allowed',
  ],
  [
    { workgroups: [1, 2.5, 1] },
    'double.wgsl: dispatches 1 × 2.5 × 1 workgroups, where 1 to 65535 a dimension are allowed',
  ],
  [
    { bindings: [{ buffer: 'values', offset: 128, bytes: 256 }, 'doubled'] },
    'double.wgsl: binds 256 bytes of "values" at 128: both are multiples of 256',
  ],
  [{ bindings: ['values'] }, 'double.wgsl: binds nothing at 1, which the text declares'],
  [
    { bindings: ['values', 'doubled', 'more'] },
    'double.wgsl: binds a buffer at 2, which the text does not declare',
  ],
  [{ bindings: ['doubled', 'doubled'] }, 'double.wgsl: binds "doubled" to be written at 1, and at 0'],
  [
    {
      bindings: [
        { buffer: 'doubled', offset: 256, bytes: 256 },
        { buffer: 'doubled', offset: 0, bytes: 256 },
      ],
    },
    'double.wgsl: binds "doubled" to be written at 1, and at 0',
  ],
  [
    { wgsl: generated('wide.wgsl', '@compute @workgroup_size(16, 16, 2)\nfn main() {}'), bindings: [] },
    'wide.wgsl: needs maxComputeInvocationsPerWorkgroup 512, the device offers 256',
  ],
  [
    {
      wgsl: generated(
        'deep.wgsl',
        'var<workgroup> tile: array<f32, 5000>;\n@compute @workgroup_size(1)\nfn main() {}',
      ),
      bindings: [],
    },
    'deep.wgsl: needs maxComputeWorkgroupStorageSize 20000, the device offers 16384',
  ],
] as const)('names the fault of a plan: %j', ([change, fault]) => {
  const plan = launch('double.wgsl', { n: 100 });
  const facts: DeviceFacts = { ...gpu().facts, limits: { ...gpu().facts.limits, ...smallest } };
  const passes = plan.passes.map((pass) => ({ ...pass, ...change }));
  expect(planFaults({ ...plan, passes }, { facts, load: loadDouble })).toEqual([fault]);
  expect(planFaults(plan, { facts, load: loadDouble })).toEqual([]);
});

test('a dispatch past the limit that nobody planned is refused by the device in words that name it', async () => {
  const most = gpu().facts.limits['maxComputeWorkgroupsPerDimension']!;
  const data = await doubleData(gpu(), 100);
  const attempt = async (width: number) => {
    const plan = planOn([[width, 1, 1]]);
    const launched = await createLaunch(gpu(), {
      family: doubling,
      params: doubleCase(100),
      plan,
      data,
      load: loadDouble,
    });
    await submitPasses(gpu(), [launched.encode(0)]).finally(launched.free);
  };
  await attempt(most);
  await expect(attempt(most + 1)).rejects.toMatchObject({
    code: 'crashed',
    message: expect.stringContaining(`${most + 1}`),
  });
  data.free();
});
