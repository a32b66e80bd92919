// A device with a matrix unit, as the tests plan for it.
import type { DeviceFacts } from '@kernel-ladder/harness';

/** What an H200 offers of what this package asks for. */
export const hopper: DeviceFacts = {
  name: 'NVIDIA H200',
  features: new Set([
    'chromium-experimental-subgroup-matrix',
    'shader-f16',
    'subgroups',
    'subgroup-size-control',
  ]),
  limits: {
    maxComputeInvocationsPerWorkgroup: 1024,
    maxComputeWorkgroupStorageSize: 49_152,
    maxStorageBufferBindingSize: 2 ** 31 - 4,
    maxComputeWorkgroupsPerDimension: 65_535,
  },
  subgroupMinSize: 32,
  subgroupMaxSize: 32,
  subgroupMatrixConfigs: [
    { componentType: 'f16', resultComponentType: 'f32', M: 16, N: 16, K: 16 },
    { componentType: 'f16', resultComponentType: 'f16', M: 16, N: 16, K: 16 },
    { componentType: 'i8', resultComponentType: 'i32', M: 16, N: 16, K: 32 },
  ],
  software: false,
};
