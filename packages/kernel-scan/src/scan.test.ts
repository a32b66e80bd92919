import { coverEdgeCases, edit, pairwise, readBuffer } from '@kernel-ladder/harness';
import type { Plan, PlanCase } from '@kernel-ladder/harness';
import { fileLoader } from '@kernel-ladder/harness/node';
import { useSoftwareGpu } from '@kernel-ladder/harness/testing';
import { expect, test, vi } from 'vitest';
import { scanCase } from './cases.ts';
import type { Mode, ScanCase } from './cases.ts';
import { family } from './family.ts';
import { scan } from './index.ts';
import { inSubgroups, levels } from './plans/levels.ts';
import { lookBack } from './plans/look-back.ts';
import { reduceThenScan } from './plans/reduce-then-scan.ts';
import { levelCounts } from './plans/shape.ts';
import { inReverse } from './wrong/tiles.ts';

const load = fileLoader(new URL('./kernels/', import.meta.url));
const gpu = useSoftwareGpu();

async function check(plan: PlanCase<ScanCase>, cases: readonly ScanCase[]) {
  // A set each: a software adapter thins large ones.
  const edgeCases = cases.map((params, index) => ({ set: `test ${index}`, cases: [params] }));
  const variant = { name: 'tested', summary: '', plan };
  const report = await coverEdgeCases(gpu(), { family: { ...family, edgeCases }, variant, load, seed: 3 });
  const passed = report.coverage.reduce((sum, set) => sum + set.passed, 0);
  const observed = report.coverage.flatMap((set) => set.observed ?? []);
  return { failure: report.failure, passed, observed };
}

// The look-back with a change of its kernel.
function lookBackWith(change: (plan: Plan) => Plan): PlanCase<ScanCase> {
  return (params, device) => {
    const plan = lookBack(params, device);
    return 'skip' in plan ? plan : change(plan);
  };
}

vi.setConfig({ testTimeout: 60_000 });

const modes: readonly Mode[] = ['inclusive', 'exclusive'];
const dtypes = ['f32', 'i32', 'u32'] as const;

// The software adapter's tiles hold 1024 elements, and one look takes in 16 of them.
const tile = 1024;
const dozens = [11 * tile + 1, 12 * tile - 1, 12 * tile, 12 * tile + 3, 35 * tile + 514];

test('the look-back is right when no tile before is ever ready', async () => {
  const reversed = lookBackWith(inReverse);
  const fills = ['uniform', 'integers'] as const;
  const cases = pairwise<ScanCase>({ n: dozens, mode: modes, fill: fills, dtype: dtypes }, 4);
  expect(await check(reversed, cases)).toMatchObject({ failure: null, passed: cases.length });
});

test('the look-back is right at many tiles in the order of the tickets', async () => {
  const cases = dtypes.map((dtype) => scanCase(36 * tile - 5, dtype));
  expect(await check(lookBack, cases)).toMatchObject({ failure: null, passed: cases.length });
});

test('the look-back is right when a tile is summed up by others at the first look', async () => {
  const impatient = lookBackWith(edit('look-back.wgsl', 'const LOOKS = 16u;', 'const LOOKS = 1u;'));
  const cases = dtypes.map((dtype) => scanCase(30 * tile + 1, dtype));
  expect(await check(impatient, cases)).toMatchObject({ failure: null, passed: cases.length });
});

const forms = [
  { form: 'shuffles', builtin: false },
  { form: 'built-in scans', builtin: true },
];

test.for(forms)('$form are exact in subgroups that are not full', async ({ builtin }) => {
  // 62 threads: the last subgroup has two of its four lanes.
  const partial = levels(inSubgroups(builtin), () => ({ workgroup: 62, subgroupMin: 4 }));
  const cases = modes.flatMap((mode) => [scanCase(62 * 3 + 1, 'u32', mode), scanCase(5, 'i32', mode)]);
  expect(await check(partial, cases)).toMatchObject({ failure: null, passed: cases.length });
});

test.for([...family.variants])('$name is right with the tiles that it has on hardware', async ({ plan }) => {
  const hardware: PlanCase<ScanCase> = (params, device) => plan(params, { ...device, software: false });
  const cases = [scanCase(8205, 'u32'), scanCase(8205, 'f32', 'exclusive')];
  expect(await check(hardware, cases)).toMatchObject({ failure: null, passed: cases.length });
});

test.for([...family.variants])('$name is right over three levels', async ({ plan }) => {
  expect(levelCounts(16_391, 128)).toHaveLength(3);
  const cases = [scanCase(16_391, 'i32'), scanCase(16_391, 'i32', 'exclusive')];
  expect(await check(plan, cases)).toMatchObject({ failure: null, passed: cases.length });
});

test('reduce-then-scan is right over three levels of small tiles', async () => {
  const small = reduceThenScan(() => ({ workgroup: 8, subgroupMin: 4 }));
  expect(levelCounts(16_391, 8 * 16)).toHaveLength(3);
  const cases = [scanCase(16_391, 'i32'), scanCase(16_391, 'u32', 'exclusive')];
  expect(await check(small, cases)).toMatchObject({ failure: null, passed: cases.length });
});

test.for([1, 2, 3])('the look-back is right with %i tiles to a lane at once', async (rows) => {
  const withRows = edit('look-back.wgsl', 'const ROWS = 2u;', `const ROWS = ${rows}u;`);
  const narrow = lookBackWith((plan) => inReverse(withRows(plan)));
  const cases = [scanCase(30 * tile + 1, 'u32')];
  expect(await check(narrow, cases)).toMatchObject({ failure: null, passed: cases.length });
});

test.for([...family.variants])('$name carries NaN and infinity forwards only', async ({ plan }) => {
  const cases = family.edgeCases.find(({ set }) => set === 'EC-1D-OBSERVED')?.cases ?? [];
  const { observed } = await check(plan, cases);
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
