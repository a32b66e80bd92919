// Mutants that a device lets pass, on emulated ones: a lost barrier or a race may give the right answer wherever it runs.
import type { CaseParams, Family, Variant } from '../contract/family.ts';
import { planFor } from '../contract/plan.ts';
import { checkRung } from '../emulator/check-rung.ts';
import type { WgslLoader } from '../wgsl/wgsl.ts';
import type { Spoil, TrialCase } from './cases.ts';
import { launchedBy } from './plan.ts';

/** A rung, and where its kernels come from. */
export interface EmulatedRung<Case extends CaseParams> {
  readonly family: Family<Case>;
  readonly variant: Variant<Case>;
  readonly load: WgslLoader;
}

/** Whether emulated devices find a hazard or a wrong answer in a rung with a mistake in it; without one, in the rung itself. */
export function isFoundByEmulator<Case extends CaseParams>(
  { family, variant, load }: EmulatedRung<Case>,
  spoil?: Spoil<Case>,
): boolean {
  const plan: Variant<Case>['plan'] = (params, facts) => {
    const sound = planFor(variant, params, facts);
    if ('skip' in sound || sound.passes.length === 0 || !spoil) return sound;
    const tried: TrialCase<Case> = { variant, set: emulatedSet, name: '', params };
    return spoil(launchedBy(sound, load), tried) ?? sound;
  };
  try {
    return checkRung(family, { ...variant, plan }, load).faults.length > 0;
  } catch {
    // What the emulator cannot read any more, a device would not compile.
    return false;
  }
}

/** The name that trials on emulated devices go under. */
export const emulatedSet = 'emulated devices';
