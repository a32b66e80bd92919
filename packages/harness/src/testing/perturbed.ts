// What a large GPU would refuse of a family's kernels when they are taken apart, found without one.
import { validateWgsl } from '@kernel-ladder/gpu/node';
import type { CaseParams, Family, Pass } from '../contract/family.ts';
import { planFor } from '../contract/plan.ts';
import { perturbationKinds } from '../perturb/measure.ts';
import { perturbPlan } from '../perturb/perturb-plan.ts';
import { shaderText } from '../wgsl/wgsl.ts';
import type { WgslLoader } from '../wgsl/wgsl.ts';
import { largeGpu } from './hardware.ts';

/** What the compiler says of perturbed texts of the headline cases, those that differ in more than their numbers; none for sound ones. */
export async function perturbedFaults<Case extends CaseParams>(
  family: Family<Case>,
  load: WgslLoader,
): Promise<readonly string[]> {
  const seen = new Set<string>();
  const faults: string[] = [];
  for (const params of family.cases.headline ?? [])
    for (const variant of family.variants) {
      const plan = planFor(variant, params, largeGpu);
      if ('skip' in plan) continue;
      const fresh = plan.passes.filter((pass) => isFresh(seen, pass, load));
      for (const kind of fresh.length > 0 ? perturbationKinds : []) {
        const made = perturbPlan({ ...plan, passes: fresh }, kind, { load, facts: largeGpu });
        for (const { wgsl } of 'plan' in made ? made.plan.passes : [])
          for (const fault of await validateWgsl(shaderText(wgsl, load)))
            faults.push(`${variant.name} ${wgsl.file} ${kind}: ${fault}`);
      }
    }
  return faults;
}

function isFresh(seen: Set<string>, { wgsl }: Pass, load: WgslLoader): boolean {
  return seen.size < seen.add(shaderText(wgsl, load).replaceAll(/\d+/g, 'N')).size;
}
