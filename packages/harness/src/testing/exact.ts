// Whether the case with an exact answer is launched as the timed one is: else it proves nothing of it.
import type { DeviceFacts } from '@kernel-ladder/gpu';
import { formatCase } from '@kernel-ladder/schema';
import type { CaseParams, Family } from '../contract/family.ts';
import { listedCases } from '../contract/cases.ts';
import { planFor } from '../contract/plan.ts';

/** The variants and timed cases, by name, whose exact case has another plan on one of the devices. */
export function otherPlansOfExactCases<Case extends CaseParams>(
  family: Family<Case>,
  devices: readonly DeviceFacts[],
): readonly string[] {
  const { exact } = family;
  if (!exact) return [];
  return devices.flatMap((device) =>
    listedCases(family).flatMap(({ name, params }) =>
      family.variants.flatMap((variant) => {
        const [timed, sibling] = [params, exact(params)].map((each) =>
          JSON.stringify(planFor(variant, each, device)),
        );
        return timed === sibling
          ? []
          : [`${variant.name} ${name}, exact ${formatCase(family.params, exact(params))}`];
      }),
    ),
  );
}

/** The device with what a GPU with a matrix unit offers beside: kernels of its own are planned for it. */
export function withMatrixUnit(device: DeviceFacts): DeviceFacts {
  const features = [
    'chromium-experimental-subgroup-matrix',
    'shader-f16',
    'subgroups',
    'subgroup-size-control',
  ];
  return {
    ...device,
    name: 'NVIDIA H200',
    software: false,
    features: new Set([...device.features, ...features]),
    limits: {
      ...device.limits,
      maxComputeInvocationsPerWorkgroup: 1024,
      maxComputeWorkgroupStorageSize: 49_152,
    },
    subgroupMinSize: 32,
    subgroupMaxSize: 32,
    subgroupMatrixConfigs: [
      { componentType: 'f16', resultComponentType: 'f32', M: 16, N: 16, K: 16 },
      { componentType: 'f16', resultComponentType: 'f16', M: 16, N: 16, K: 16 },
      { componentType: 'i8', resultComponentType: 'i32', M: 16, N: 16, K: 32 },
    ],
  };
}
