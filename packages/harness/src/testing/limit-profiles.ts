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
