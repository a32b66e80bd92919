// A plan whose kernels have lost something: every pass that has it loses it.
import type { DeviceFacts } from '@kernel-ladder/gpu';
import type { PerturbationKind } from '@kernel-ladder/schema';
import type { Pass, Plan } from '../contract/family.ts';
import { capLoops } from '../mutants/loops.ts';
import { generated, shaderText } from '../wgsl/wgsl.ts';
import type { WgslLoader } from '../wgsl/wgsl.ts';
import { decidingPasses } from './deciding.ts';
import { endsByData, loadsNothing, perturbText } from './kinds.ts';
import { withHalfTheOccupancy } from './occupancy.ts';
import { Refusal } from './refusal.ts';

/** A plan that is wrong by construction, or a clause that says why there is none; the kernel is its `it`. */
export type PerturbedPlan = { readonly plan: Plan } | { readonly refused: string };

// What other values than the right ones decide must end all the same: no sound loop of a timed launch turns so often by its data.
const mostTrips = 2 ** 14;

/**
 * Perturbs a plan. Passes that have nothing of the kind stay as they are, and so do those by whose results loops of a later one end; where none is
 * left, the last one says why. Loops that end by data, in whatever pass, end after so many turns: what decides about them may be wrong now.
 */
export function perturbPlan(
  plan: Plan,
  kind: PerturbationKind,
  { load, facts }: { readonly load: WgslLoader; readonly facts: DeviceFacts },
): PerturbedPlan {
  let refused = 'it has no passes';
  let isChanged = false;
  const textOf = (pass: Pass) => shaderText(pass.wgsl, load);
  const deciding = keepsResults.has(kind) ? new Set<Pass>() : decidingOf(plan, textOf);
  const passes = plan.passes.map((pass) => {
    const text = textOf(pass);
    const made = deciding.has(pass)
      ? { refused: 'it decides how much another pass has to do' }
      : perturbOne(text, kind, { facts, isAlone: plan.passes.length === 1 });
    if ('refused' in made) refused = made.refused;
    else isChanged = true;
    const left = 'text' in made ? made.text : text;
    const ended = endsByData(text) ? capLoops(left, mostTrips) : left;
    return ended === text ? pass : { ...pass, wgsl: generated(pass.wgsl.file, ended) };
  });
  return isChanged ? { plan: { ...plan, passes } } : { refused };
}

// What leaves results as they were, or no pass anything to do.
const keepsResults: ReadonlySet<PerturbationKind> = new Set(['half-occupancy', 'empty']);

// Of texts that the emulator cannot read nothing is known, and nothing is perturbed.
function decidingOf(plan: Plan, textOf: (pass: Pass) => string): ReadonlySet<Pass> {
  try {
    return decidingPasses(plan, textOf);
  } catch (error) {
    if (error instanceof SyntaxError) return new Set();
    throw error;
  }
}

type Perturbed = { readonly text: string } | { readonly refused: string };

interface Around {
  readonly facts: DeviceFacts;
  /** Whether it is the only pass of its plan. */
  readonly isAlone: boolean;
}

function perturbOne(text: string, kind: PerturbationKind, { facts, isAlone }: Around): Perturbed {
  try {
    if (kind === 'half-occupancy') return { text: withHalfTheOccupancy(text, facts) };
    if (kind === 'no-stores' && !isAlone && loadsNothing(text))
      throw new Refusal('it prepares memory for another pass');
    return { text: perturbText(text, kind) };
  } catch (error) {
    if (error instanceof Refusal || error instanceof SyntaxError) return { refused: error.message };
    throw error;
  }
}
