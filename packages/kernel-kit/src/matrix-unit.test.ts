import type { DeviceFacts } from '@kernel-ladder/harness';
import { expect, test } from 'vitest';
import { canPinLanes, hasMatrices, refuseMatrices, refuseOver } from './index.ts';

const halves = { input: 'f16', sum: 'f32', deep: 16 } as const;
const bytes = { input: 'i8', sum: 'i32', deep: 32 } as const;

const device: DeviceFacts = {
  name: 'a device with matrices of halves',
  features: new Set(['chromium-experimental-subgroup-matrix', 'shader-f16', 'subgroups']),
  limits: { maxComputeInvocationsPerWorkgroup: 256 },
  subgroupMinSize: 32,
  subgroupMaxSize: 32,
  subgroupMatrixConfigs: [{ componentType: 'f16', resultComponentType: 'f32', M: 16, N: 16, K: 16 }],
  software: false,
};

function without(feature: string): DeviceFacts {
  return { ...device, features: new Set([...device.features].filter((name) => name !== feature)) };
}

test('names the feature or the matrices that a device lacks', () => {
  const code = (facts: DeviceFacts) => refuseMatrices(facts, halves)?.skip.code;
  expect(refuseMatrices(device, halves)).toBeNull();
  expect(code(without('subgroups'))).toBe('feature:subgroups');
  expect(code(without('shader-f16'))).toBe('feature:shader-f16');
  expect(refuseMatrices(device, bytes)?.skip).toEqual({
    code: 'feature:subgroup-matrix-config',
    message: 'the device multiplies no subgroup matrices of i8 with i32 sums, 16 x 16 x 32',
  });
});

test('tells matrices of other sizes apart', () => {
  const small = { input: 'f32', sum: 'f32', deep: 8, side: 8 } as const;
  const config = { componentType: 'f32', resultComponentType: 'f32', M: 8, N: 8, K: 8 } as const;
  expect(
    [device, { ...device, subgroupMatrixConfigs: [config] }].map((facts) => hasMatrices(facts, small)),
  ).toEqual([false, true]);
  expect(refuseMatrices(device, small)?.skip.message).toContain('f32 with f32 sums, 8 x 8 x 8');
});

test('takes subgroups of 32 lanes, by nature or by a shader that fixes them', () => {
  const wide = { ...device, subgroupMaxSize: 64 };
  const pinned = { ...wide, features: new Set([...device.features, 'subgroup-size-control']) };
  expect(refuseMatrices(wide, halves)?.skip.code).toBe('not-applicable');
  expect(refuseMatrices(pinned, halves)).toBeNull();
  expect([device, wide, pinned].map(canPinLanes)).toEqual([false, false, true]);
});

test('names the limit that a plan exceeds, what it needs and what there is', () => {
  const limit = 'maxComputeInvocationsPerWorkgroup';
  expect(refuseOver(device, limit, 256)).toBeNull();
  expect(refuseOver(device, limit, 257)?.skip).toEqual({
    code: `limit:${limit}`,
    message: `needs ${limit} 257, the device offers 256`,
  });
});
