// Which awkward cases of a set are checked: all on hardware, the ones that tell most in software.
import type { DeviceFacts } from '@kernel-ladder/gpu';
import { formatCase } from '@kernel-ladder/schema/measuring';
import type { VariantKind } from '@kernel-ladder/schema';
import type { CaseParams, EdgeCaseSet, Problem, Variant } from '../contract/family.ts';
import { demandOf } from '../contract/plan.ts';

// A shader with barriers takes SwiftShader a tenth of a second to compile and a millisecond a workgroup to run.
const softwareCases = 6;
const softwareBytes = 300_000;

/** Who is checked where; `whole` leaves no case out that the device can check in time. */
export interface Scope<Case extends CaseParams> {
  readonly variant: Variant<Case, VariantKind>;
  readonly facts: DeviceFacts;
  readonly whole?: boolean;
}

/**
 * The cases of a set on which a variant is checked: all on hardware; on a software adapter six of the small ones that the variant
 * takes, so that its check stays within about two seconds. The six are those that the family has chosen, then an even choice.
 */
export function casesFor<Case extends CaseParams>(
  family: Problem<Case>,
  set: EdgeCaseSet<Case>,
  { variant, facts, whole = false }: Scope<Case>,
): readonly Case[] {
  if (!facts.software) return set.cases;
  const taken = smallCases(family, set).filter((params) => !('skip' in demandOf(variant, params, facts)));
  if (whole || taken.length <= softwareCases) return taken;
  const ranks = new Map(family.chosen?.[set.set]?.map((name, rank) => [name, rank]));
  const rankOf = (params: Case) => ranks.get(formatCase(family.params, params)) ?? Infinity;
  const chosen = taken
    .filter((params) => rankOf(params) < Infinity)
    .toSorted((a, b) => rankOf(a) - rankOf(b))
    .slice(0, softwareCases);
  const others = taken.filter((params) => !chosen.includes(params));
  return [...chosen, ...thinned(others, softwareCases - chosen.length)];
}

function thinned<T>(items: readonly T[], count: number): readonly T[] {
  if (count === 0) return [];
  const step = Math.max(1, items.length / count);
  return items.filter((_, index) => Math.floor(index % step) === 0);
}

/** The cases of a set that a software adapter can check, not thinned. */
export function smallCases<Case extends CaseParams>(
  family: Problem<Case>,
  set: EdgeCaseSet<Case>,
): readonly Case[] {
  return set.cases.filter((params) => family.work(params).minBytes <= softwareBytes);
}
