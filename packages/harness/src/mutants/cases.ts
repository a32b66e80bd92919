// On which cases mutants are tried, most telling first.
import type { DeviceFacts } from '@kernel-ladder/gpu';
import { formatCase } from '@kernel-ladder/schema/measuring';
import type { MutantSet } from '@kernel-ladder/schema';
import { casesFor } from '../check/chosen-cases.ts';
import type { CaseParams, Family, Plan, Variant } from '../contract/family.ts';
import { planFor } from '../contract/plan.ts';
import type { Launched } from './plan.ts';

/** A case of a rung, with the set that it belongs to. */
export interface TrialCase<Case extends CaseParams> {
  readonly variant: Variant<Case>;
  readonly set: string;
  readonly name: string;
  readonly params: Case;
}

/** A mistake as it is put into the plan of a case; null where it has no place in it. */
export type Spoil<Case extends CaseParams> = (launched: Launched, tried: TrialCase<Case>) => Plan | null;

/** A device, and which of its cases are wanted. */
export interface Extent {
  readonly facts: DeviceFacts;
  readonly set: MutantSet;
}

/**
 * The cases of the gate for the mutants of a rung: its own, then those of the rungs that may run the same kernel, whose
 * checks would see a mistake in it as well.
 */
export function trialCases<Case extends CaseParams>(
  family: Family<Case>,
  rung: Variant<Case>,
  extent: Extent,
): readonly TrialCase<Case>[] {
  const others = family.variants.filter((variant) => variant !== rung);
  return [rung, ...others].flatMap((variant) => casesOfRung(family, variant, extent));
}

/** The tiny cases, the same with exact answers, and those of every edge-case set. What a rung is there to get wrong is left out. */
function casesOfRung<Case extends CaseParams>(
  family: Family<Case>,
  variant: Variant<Case>,
  { facts, set }: Extent,
): readonly TrialCase<Case>[] {
  const software = facts.software || set !== 'full';
  const most = set === 'software' ? undefined : Infinity;
  const scope = { variant, most, facts: { ...facts, software } };
  const tiny = family.cases.tiny ?? [];
  const groups = [
    { set: 'tiny', cases: tiny },
    { set: 'tiny, exact', cases: family.exact ? tiny.map(family.exact) : [] },
    ...family.edgeCases.map((each) => ({ set: each.set, cases: casesFor(family, each, scope) })),
  ];
  const cases = inTurns(
    groups.map((group) =>
      promising(family, group.cases).map((params) => {
        return { variant, set: group.set, params, name: formatCase(family.params, params) };
      }),
    ),
  );
  const sound = cases.filter(({ params }) => {
    const plan = planFor(variant, params, facts);
    return !('skip' in plan) && plan.passes.length > 0 && (variant.breaksOn?.(params) ?? null) === null;
  });
  return [...new Map(sound.map((each) => [each.name, each])).values()];
}

// A few thousand elements fill several workgroups and cost little; one element is right by chance.
const promisingBytes = 2 ** 14;

function promising<Case extends CaseParams>(family: Family<Case>, cases: readonly Case[]): readonly Case[] {
  const distance = (params: Case) => Math.abs(Math.log2((family.work(params).minBytes + 1) / promisingBytes));
  return cases.toSorted((a, b) => distance(a) - distance(b));
}

/** The first of every group, then the second of every group, and so on. */
export function inTurns<T>(groups: readonly (readonly T[])[]): readonly T[] {
  const longest = Math.max(0, ...groups.map((group) => group.length));
  return Array.from({ length: longest }, (_, turn) =>
    groups.flatMap((group) => group.slice(turn, turn + 1)),
  ).flat();
}
