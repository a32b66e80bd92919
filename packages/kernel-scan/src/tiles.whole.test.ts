// Every rung with other tiles than those of the software adapter, and the look-back at dozens of tiles in orders that no adapter has.
import { edit, pairwise } from '@kernel-ladder/harness';
import type { PlanCase } from '@kernel-ladder/harness';
import { useTestGpu } from '@kernel-ladder/harness/testing';
import { expect, test } from 'vitest';
import { scanCase } from './cases.ts';
import type { Mode, ScanCase } from './cases.ts';
import { family } from './family.ts';
import { inSubgroups, levels } from './plans/levels.ts';
import { lookBack } from './plans/look-back.ts';
import { reduceThenScan } from './plans/reduce-then-scan.ts';
import { levelCounts } from './plans/shape.ts';
import { checkPlan, lookBackWith, tile } from './testing.ts';
import { inReverse } from './wrong/tiles.ts';

const gpu = useTestGpu();
const check = (plan: PlanCase<ScanCase>, cases: readonly ScanCase[]) => checkPlan(gpu(), plan, cases);

const modes: readonly Mode[] = ['inclusive', 'exclusive'];
const dtypes = ['f32', 'i32', 'u32'] as const;

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

test('the look-back of every type is right when a tile is summed up by others at the first look', async () => {
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
