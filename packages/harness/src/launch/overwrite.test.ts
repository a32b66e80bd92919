import { readBuffer, submitPasses } from '@kernel-ladder/gpu';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { doubleCase, family, launchWithMemory } from '../../fixtures/double/family.ts';
import { doubleData, load } from '../../fixtures/gpu.ts';
import type { CaseData } from './case-data.ts';
import { createLaunch } from './launch.ts';
import type { Launch } from './launch.ts';
import { createOverwriter } from './overwrite.ts';
import type { Overwriter } from './overwrite.ts';
import { useTestGpu } from '../testing/test-gpu.ts';

const gpu = useTestGpu();
const params = doubleCase(100);
let [data, launch, overwriter]: [CaseData?, Launch?, Overwriter?] = [];

beforeEach(async () => {
  data = await doubleData(gpu(), params.n);
  const plan = launchWithMemory('varies.wgsl', params, 8);
  launch = await createLaunch(gpu(), { family, params, plan, data, load });
  overwriter = await createOverwriter(gpu(), launch, family.outputs(params));
  await submitPasses(gpu(), [launch.encode(0)]);
});
afterEach(() => [data, launch, overwriter].forEach((owner) => owner?.free()));

async function read(buffer: GPUBuffer): Promise<Uint32Array> {
  return new Uint32Array(await readBuffer(gpu(), buffer, { offset: 0, bytes: buffer.size }));
}

const changed = (a: Uint32Array, b: Uint32Array) => a.filter((word, index) => word !== b[index]).length;

async function words() {
  return {
    doubled: await read(launch!.outputs.get('doubled')!),
    memory: await read(launch!.scratch.get('memory')!),
  };
}

test('touching leaves every word as it is', async () => {
  const before = await words();
  await submitPasses(gpu(), [overwriter!.touch]);
  expect(await words()).toEqual(before);
});

test('spoiling overwrites all data and scratch, with other words each time, and no guard band', async () => {
  const before = await words();
  await submitPasses(gpu(), [overwriter!.spoil]);
  const once = await words();
  overwriter!.draw();
  await submitPasses(gpu(), [overwriter!.spoil]);
  const twice = await words();
  expect(changed(before.doubled, once.doubled)).toBe(params.n);
  expect(changed(before.memory, once.memory)).toBe(8);
  expect(changed(once.doubled, twice.doubled)).toBeGreaterThan(params.n - 3);
  expect(changed(once.memory, twice.memory)).toBe(8);
  expect(twice.doubled.subarray(params.n)).toEqual(before.doubled.subarray(params.n));
});
