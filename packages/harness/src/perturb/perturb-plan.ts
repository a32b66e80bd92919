// A plan whose kernels have lost something: every pass that has it loses it.
import type { DeviceFacts } from '@kernel-ladder/gpu';
import type { PerturbationKind } from '@kernel-ladder/schema';
import type { Plan } from '../contract/family.ts';
import { generated, shaderText } from '../wgsl/wgsl.ts';
import type { WgslLoader } from '../wgsl/wgsl.ts';
import { perturbText } from './kinds.ts';
import { withHalfTheOccupancy } from './occupancy.ts';
import { Refusal } from './refusal.ts';

/** A plan that is wrong by construction, or a clause that says why there is none; the kernel is its `it`. */
export type PerturbedPlan = { readonly plan: Plan } | { readonly refused: string };

/** Perturbs a plan. Passes that have nothing of the kind stay as they are; where none has, the last one says why. */
export function perturbPlan(
  plan: Plan,
  kind: PerturbationKind,
  { load, facts }: { readonly load: WgslLoader; readonly facts: DeviceFacts },
): PerturbedPlan {
  let refused = 'it has no passes';
  let isChanged = false;
  const passes = plan.passes.map((pass) => {
    try {
      const text = shaderText(pass.wgsl, load);
      const changed = kind === 'half-occupancy' ? withHalfTheOccupancy(text, facts) : perturbText(text, kind);
      isChanged = true;
      return { ...pass, wgsl: generated(pass.wgsl.file, changed) };
    } catch (error) {
      if (!(error instanceof Refusal) && !(error instanceof SyntaxError)) throw error;
      refused = error.message;
      return pass;
    }
  });
  return isChanged ? { plan: { ...plan, passes } } : { refused };
}
