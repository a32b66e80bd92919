// Every built-in function against its emulation on a CPU: on the adapter, and on emulated devices with subgroups of 4, 8 and 32 lanes.
import { inputsOf, planFor } from '@kernel-ladder/harness';
import type { DeviceFacts, Plan } from '@kernel-ladder/harness';
import { fileLoader } from '@kernel-ladder/harness/node';
import { coverEdgeCases } from '@kernel-ladder/harness/run';
import { emulatedDevice, emulatePlan, useTestGpu } from '@kernel-ladder/harness/testing';
import { expect, test } from 'vitest';
import { builtinNames, builtinsOf } from './builtins.ts';
import { builtinCase } from './cases.ts';
import type { BuiltinCase } from './cases/kinds.ts';
import { family } from './family.ts';
import { unpack } from './oracle/lanes.ts';

const load = fileLoader(new URL('./kernels/', import.meta.url));
const gpu = useTestGpu();
const builtins = family.variants.find(({ name }) => name === 'builtins')!;

// Whole subgroups, and of 1 to 28 lanes in the last one of 32.
const workgroups = [32, 33, 100, 250, 256, 511, 1000, 1024];

const every = (workgroup: number, groups: number): BuiltinCase =>
  builtinCase({ builtin: 'every', workgroup, groups, trips: 6 });

function planOf(params: BuiltinCase, device: DeviceFacts): Plan {
  const plan = planFor(builtins, params, device);
  if ('skip' in plan) throw new Error(plan.skip.message);
  return plan;
}

test('every builtin is what its emulation says for all lanes', async () => {
  const offered = gpu().facts.limits['maxComputeInvocationsPerWorkgroup'] ?? 0;
  const cases = [
    ...workgroups.filter((size) => size <= offered).map((size) => every(size, 2)),
    builtinCase({ builtin: 'every', workgroup: 100, groups: 2, trips: 6 }, 'i32'),
    builtinCase({ builtin: 'every', workgroup: 100, groups: 2 }, 'f32'),
  ];
  const request = {
    family: { ...family, edgeCases: [{ set: 'all', cases }] },
    variant: builtins,
    load,
    seed: 3,
  };
  const report = await coverEdgeCases(gpu(), { ...request, most: Infinity });
  expect(report.failure).toBeNull();
  expect(report.coverage.map(({ passed }) => passed)).toEqual([cases.length]);
});

test.for([4, 8, 32])('every builtin is what its emulation says on subgroups of %i', (subgroupSize) => {
  const device = emulatedDevice(subgroupSize);
  const most = device.limits['maxComputeInvocationsPerWorkgroup'] ?? 0;
  for (const size of workgroups.filter((workgroup) => workgroup <= most)) {
    const params = every(size, 1);
    const plan = planOf(params, device);
    const inputs = inputsOf(family, params, 5);
    const result = emulatePlan({ plan, inputs, outputs: family.outputs(params), load, subgroupSize });
    expect(result.hazards).toEqual([]);
    expect(unpack(result.outputs['lanes']?.[0] ?? 0).size).toBe(subgroupSize);
    expect(family.oracle(params, inputs).verify(result.outputs, plan)).toMatchObject({ passed: true });
  }
});

test('the same over 20 repeats', async () => {
  for (let seed = 0; seed < 20; seed++) {
    const edgeCases = [{ set: 'one', cases: [every(100, 3)] }];
    const report = await coverEdgeCases(gpu(), {
      family: { ...family, edgeCases },
      variant: builtins,
      load,
      seed,
    });
    expect(report.coverage.map(({ passed }) => passed)).toEqual([1]);
  }
});

test('integers have every function, floats all but those of bits', () => {
  expect(builtinsOf('every', 'u32')).toEqual(builtinNames);
  expect(builtinNames.filter((name) => !builtinsOf('every', 'f32').includes(name))).toEqual([
    'and',
    'or',
    'xor',
  ]);
});

test.for<readonly [string, (lanes: Uint32Array) => void]>([
  ['subgroups of 3 lanes', (lanes) => lanes.fill(3)],
  ['in one lane', (lanes) => lanes.set(lanes.slice(0, 1), 1)],
  ['in a subgroup of 8 lanes', (lanes) => lanes.set([8], 1)],
  ['in lane 77', (lanes) => lanes.set([(77 << 8) | 4], 1)],
])('refuses threads that say that they lie %s', ([message, spoil]) => {
  const params = every(32, 1);
  const inputs = inputsOf(family, params, 5);
  const plan = planOf(params, emulatedDevice(4));
  const { outputs } = emulatePlan({ plan, inputs, outputs: family.outputs(params), load, subgroupSize: 4 });
  spoil(outputs['lanes'] as Uint32Array);
  expect(family.oracle(params, inputs).verify(outputs, plan).message).toContain(message);
});
