// Whether the cases that a timed launch is proven on are launched as the timed one is: else they prove nothing of it.
import { isDeepStrictEqual } from 'node:util';
import type { DeviceFacts } from '@kernel-ladder/gpu';
import { formatCase } from '@kernel-ladder/schema';
import type { CaseParams, Family, Variant } from '../contract/family.ts';
import { listedCases } from '../contract/cases.ts';
import { planFor, takes } from '../contract/plan.ts';

/** The variants and timed cases, by name, whose exact case or other fills have another plan on one of the devices. */
export function otherPlansOfSiblings<Case extends CaseParams>(
  family: Family<Case>,
  devices: readonly DeviceFacts[],
): readonly string[] {
  return devices.flatMap((device) =>
    listedCases(family).flatMap(({ name, params }) =>
      family.variants.flatMap((variant) => {
        const timed = planFor(variant, params, device);
        return siblingsOf(family, { variant, params, device })
          .filter((sibling) => !isDeepStrictEqual(planFor(variant, sibling, device), timed))
          .map((sibling) => `${variant.name} ${name}, as ${formatCase(family.params, sibling)}`);
      }),
    ),
  );
}

/** The variants and timed cases, by name, of which no other fill is taken: nothing would tell that the text is right on that one alone. */
export function withoutRefill<Case extends CaseParams>(
  family: Family<Case>,
  devices: readonly DeviceFacts[],
): readonly string[] {
  const unproven = devices.flatMap((device) =>
    listedCases(family).flatMap(({ name, params }) =>
      family.variants
        .filter((variant) => takes(variant, params, device))
        .filter((variant) => !family.refills?.(params).some((refill) => takes(variant, refill, device)))
        .map((variant) => `${variant.name} ${name}`),
    ),
  );
  return family.refills ? [...new Set(unproven)] : [];
}

// A variant may leave out a fill that it is there to get wrong.
function siblingsOf<Case extends CaseParams>(
  { exact, refills }: Family<Case>,
  { variant, params, device }: { variant: Variant<Case>; params: Case; device: DeviceFacts },
): readonly Case[] {
  const others = (refills?.(params) ?? []).filter((each) => takes(variant, each, device));
  return exact ? [exact(params), ...others] : others;
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
      { componentType: 'f16', resultComponentType: 'f32', M: 16, N: 8, K: 16 },
      { componentType: 'f16', resultComponentType: 'f16', M: 16, N: 16, K: 16 },
      { componentType: 'i8', resultComponentType: 'i32', M: 16, N: 16, K: 32 },
    ],
  };
}
