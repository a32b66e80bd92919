// The subgroup kernel takes its workgroup size as a constant, and is right at any: on an adapter at those that every one
// offers, on an emulated device at all.
import { inputsOf, planFor } from '@kernel-ladder/harness';
import { coverEdgeCases } from '@kernel-ladder/harness/run';
import type { DeviceFacts, Plan } from '@kernel-ladder/harness';
import { fileLoader } from '@kernel-ladder/harness/node';
import { emulatedDevice, emulatePlan, useTestGpu } from '@kernel-ladder/harness/testing';
import { expect, test } from 'vitest';
import { isSized } from './cases/kinds.ts';
import type { ReduceCase } from './cases/kinds.ts';
import { sizedEdgeCases, workgroupSizes } from './cases/workgroups.ts';
import { family } from './family.ts';

const load = fileLoader(new URL('./kernels/', import.meta.url));
const gpu = useTestGpu();

const subgroup = family.variants.find(({ name }) => name === 'subgroup')!;
// Cases without a size have workgroups of 256.
const standard: readonly ReduceCase[] = [1, 255, 257, 33_025].map((n) => ({
  n,
  op: 'sum',
  fill: 'integers',
  dtype: 'f32',
}));
const casesOf = (size: number) =>
  size === 256 ? standard : sizedEdgeCases.cases.filter(({ workgroup }) => workgroup === size);

// What WebGPU lets every adapter offer.
const offered = workgroupSizes.filter((size) => size <= 256);

test.for(offered)('the subgroup kernel is right in workgroups of %i', async (size) => {
  const cases = casesOf(size).slice(0, 6);
  const edgeCases = [{ set: `workgroups of ${size}`, cases }];
  const request = { family: { ...family, edgeCases }, variant: subgroup, load, seed: 5 };
  const report = await coverEdgeCases(gpu(), request);
  expect(report.failure).toBeNull();
  expect(report.coverage.map(({ passed }) => passed)).toEqual([cases.length]);
});

test.for(workgroupSizes)('the subgroup kernel is right on an emulated device in workgroups of %i', (size) => {
  for (const params of casesOf(size)) {
    const plan = planOf(params, emulatedDevice(32));
    expect(plan.passes[0]?.wgsl).toMatchObject({ constants: { WORKGROUP: size } });
    const inputs = inputsOf(family, params, 5);
    const result = emulatePlan({ plan, inputs, outputs: family.outputs(params), load, subgroupSize: 32 });
    expect(result.hazards).toEqual([]);
    expect(family.oracle(params, inputs).verify(result.outputs, plan)).toMatchObject({ passed: true });
  }
});

test('every workgroup size but the standard one is timed, on a device that has it', () => {
  const timed = Object.values(family.cases).flat().filter(isSized);
  expect(timed.map(({ workgroup }) => workgroup)).toEqual([32, 64, 128, 512, 1024]);
  for (const params of timed) planOf(params, emulatedDevice(32));
});

function planOf(params: ReduceCase, device: DeviceFacts): Plan {
  const plan = planFor(subgroup, params, device);
  if ('skip' in plan) throw new Error(plan.skip.message);
  return plan;
}
