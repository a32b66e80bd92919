// Devices whose limits every choice of a rung must be within, as far as plans look at them.
import type { DeviceFacts } from '@kernel-ladder/gpu';
import { emulatedDevice } from '../emulator/check-rung.ts';

/** A device under a name. */
export interface LimitProfile {
  readonly name: string;
  readonly facts: DeviceFacts;
}

const large = emulatedDevice(32);

/** A large GPU, the embedded software adapter, and the least that WebGPU promises. */
export const limitProfiles: readonly LimitProfile[] = [
  { name: 'an H200', facts: { ...large, name: 'NVIDIA H200' } },
  {
    name: 'SwiftShader',
    facts: {
      ...emulatedDevice(4),
      name: 'SwiftShader Device (Subzero)',
      features: new Set(['subgroups', 'subgroup-size-control']),
      limits: {
        ...large.limits,
        maxComputeInvocationsPerWorkgroup: 256,
        maxComputeWorkgroupStorageSize: 32_768,
      },
      subgroupMatrixConfigs: [],
      software: true,
    },
  },
  {
    name: '16 KiB and 256 threads',
    facts: {
      ...large,
      name: 'a GPU of the least limits',
      features: new Set(['subgroups']),
      limits: {
        ...large.limits,
        maxComputeInvocationsPerWorkgroup: 256,
        maxComputeWorkgroupStorageSize: 16_384,
      },
      subgroupMatrixConfigs: [],
    },
  },
];

// As Dawn lists them on Metal, and where a driver has 8 x 8 x 8.
const smallMatrices = (['f32', 'f16'] as const).map((type) => ({
  componentType: type,
  resultComponentType: type,
  M: 8,
  N: 8,
  K: 8,
}));

const least = {
  ...large.limits,
  maxComputeInvocationsPerWorkgroup: 256,
  maxComputeWorkgroupStorageSize: 16_384,
};

/** GPUs of other makers, as far as plans look at them: matrices of 8 x 8 x 8, subgroups of 4 to 128 lanes, and the least that WebGPU promises. */
export const otherGpus: readonly LimitProfile[] = [
  {
    name: 'an Apple GPU',
    facts: {
      ...large,
      name: 'Apple M3',
      features: new Set(['chromium-experimental-subgroup-matrix', 'shader-f16', 'subgroups']),
      limits: { ...least, maxComputeInvocationsPerWorkgroup: 1024, maxComputeWorkgroupStorageSize: 32_768 },
      subgroupMatrixConfigs: smallMatrices,
    },
  },
  {
    name: 'an Intel GPU',
    facts: {
      ...large,
      name: 'Intel Arc',
      limits: least,
      subgroupMinSize: 8,
      subgroupMaxSize: 32,
      subgroupMatrixConfigs: [
        ...smallMatrices,
        { componentType: 'f16', resultComponentType: 'f32', M: 8, N: 8, K: 8 },
      ],
    },
  },
  ...[4, 8, 16, 64, 128].map((lanes) => ({
    name: `subgroups of ${lanes} and the least limits`,
    facts: {
      ...large,
      name: `a GPU with subgroups of ${lanes}`,
      limits: least,
      subgroupMinSize: lanes,
      subgroupMaxSize: lanes,
      subgroupMatrixConfigs: smallMatrices,
    },
  })),
];
