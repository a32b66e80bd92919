// Whether what a launch can have in one chain is no less than what an honest plan of it has: else its bound would be too narrow.
import type { DeviceFacts } from '@kernel-ladder/gpu';
import { accuracyOf } from '../check/accuracy.ts';
import { listedCases } from '../contract/cases.ts';
import type { CaseParams, Family } from '../contract/family.ts';
import { planFor } from '../contract/plan.ts';
import { describeDispatch } from '../launch/launch.ts';
import { shaderText } from '../wgsl/wgsl.ts';
import type { WgslLoader } from '../wgsl/wgsl.ts';

/** The variants and timed cases, by name, whose chain of additions is longer than their threads make believable. */
export function unbelievedClaims<Case extends CaseParams>(
  family: Family<Case>,
  { devices, load }: { readonly devices: readonly DeviceFacts[]; readonly load: WgslLoader },
): readonly string[] {
  return devices.flatMap((device) =>
    listedCases(family).flatMap(({ name, params }) =>
      family.variants.flatMap((variant) => {
        const plan = planFor(variant, params, device);
        if ('skip' in plan) return [];
        const texts = plan.passes.map(({ wgsl }) => shaderText(wgsl, load));
        const adding = { family, params, claim: plan };
        const claim = accuracyOf(adding).longestSum;
        const believed = accuracyOf({ ...adding, threads: describeDispatch(plan, texts) }).longestSum;
        return claim === believed
          ? []
          : [`${variant.name} ${name}: ${claim} additions, believed ${believed}`];
      }),
    ),
  );
}
