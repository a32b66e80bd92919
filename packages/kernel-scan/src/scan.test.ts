import { edit, readBuffer } from '@kernel-ladder/harness';
import { fileLoader } from '@kernel-ladder/harness/node';
import { useTestGpu } from '@kernel-ladder/harness/testing';
import { expect, test } from 'vitest';
import { scanCase } from './cases.ts';
import { family } from './family.ts';
import { scan } from './index.ts';
import { checkPlan, lookBackWith, tile } from './testing.ts';

const load = fileLoader(new URL('./kernels/', import.meta.url));
const gpu = useTestGpu();

test('the look-back is right when a tile is summed up by others at the first look', async () => {
  const impatient = lookBackWith(edit('look-back.wgsl', 'const LOOKS = 16u;', 'const LOOKS = 1u;'));
  const cases = [scanCase(30 * tile + 1, 'u32')];
  expect(await checkPlan(gpu(), impatient, cases)).toMatchObject({ failure: null, passed: 1 });
});

test.for([...family.variants])('$name carries NaN and infinity forwards only', async ({ plan }) => {
  const cases = family.edgeCases.find(({ set }) => set === 'EC-1D-OBSERVED')?.cases ?? [];
  const { observed } = await checkPlan(gpu(), plan, cases);
  expect(new Set(observed?.map(({ outcome }) => outcome))).toEqual(new Set(['propagates']));
});

test.for([
  { mode: 'inclusive', expected: [7, 2, 2, 12, 13] },
  { mode: 'exclusive', expected: [0, 7, 2, 2, 12] },
] as const)('the library scans a buffer, $mode', async ({ mode, expected }) => {
  const usage = GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_DST;
  const values = gpu().device.createBuffer({ size: 32, usage });
  gpu().device.queue.writeBuffer(values, 0, Int32Array.of(7, -5, 0, 10, 1));
  const { result, free } = await scan(gpu(), { values, n: 5, dtype: 'i32', mode, load });
  expect([...new Int32Array(await readBuffer(gpu(), result, { offset: 0, bytes: 20 }))]).toEqual(expected);
  free();
  values.destroy();
});

test('the library scans nothing', async () => {
  const values = gpu().device.createBuffer({ size: 16, usage: GPUBufferUsage.STORAGE });
  const { result, free } = await scan(gpu(), { values, n: 0, dtype: 'u32', mode: 'inclusive', load });
  expect(result.label).toBe('result');
  free();
  values.destroy();
});
