import { planFor } from '@kernel-ladder/harness';
import { emulatedDevice } from '@kernel-ladder/harness/testing';
import { expect, test } from 'vitest';
import { isHeldOut, softmaxCase, timedCases } from './cases.ts';
import { family } from './family.ts';
import { pickVariant } from './pick.ts';

const gpu = emulatedDevice(32);
const plain = { ...gpu, features: new Set<string>() };
const auto = family.variants.find(({ name }) => name === 'auto')!;

test.for([
  { rows: 400_000, columns: 96, takes: 'subgroup' },
  { rows: 40, columns: 56, takes: 'resident' },
  { rows: 5003, columns: 1031, takes: 'resident' },
  { rows: 24, columns: 1_500_000, takes: 'split' },
  { rows: 65, columns: 1_500_000, takes: 'online' },
])('takes $takes for $rows x $columns', ({ rows, columns, takes }) => {
  expect(pickVariant(softmaxCase(rows, columns), gpu)).toBe(takes);
});

test('takes a tree where there are no subgroups', () => {
  expect(pickVariant(softmaxCase(3000, 3000), plain)).toBe('safe');
});

test.for([gpu, plain])('auto has the plan of the rung that is picked', (device) => {
  for (const params of timedCases['held-out']) {
    const picked = family.variants.find(({ name }) => name === pickVariant(params, device))!;
    expect(planFor(auto, params, device)).toEqual(planFor(picked, params, device));
  }
});

test('auto is listed at the six shapes held out, none of which it was tuned on, and nowhere else', () => {
  const { 'held-out': judged, ...tuned } = timedCases;
  const claims = (params: (typeof judged)[number]) => !('skip' in auto.plan(params, gpu));
  expect(judged.map(claims)).toEqual([true, true, true, true, true, true]);
  const others = Object.values(tuned).flat();
  expect(others.filter((params) => isHeldOut(params) || claims(params))).toEqual([]);
});
