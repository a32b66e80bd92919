// Which awkward cases of a set are checked: all on hardware, the ones that tell most in software.
import type { DeviceFacts } from '@kernel-ladder/gpu';
import { formatCase } from '@kernel-ladder/schema/measuring';
import type { VariantKind } from '@kernel-ladder/schema';
import type { CaseParams, EdgeCaseSet, Problem, Variant } from '../contract/family.ts';
import { demandOf } from '../contract/plan.ts';

// A shader with barriers takes SwiftShader a tenth of a second to compile and a millisecond a workgroup to run.
const softwareCases = 6;
const softwareBytes = 300_000;

/** Who is checked where, and on how many cases of a set that a software adapter can check in time: six when left out. */
export interface Scope<Case extends CaseParams> {
  readonly variant: Variant<Case, VariantKind>;
  readonly facts: DeviceFacts;
  readonly most?: number | undefined;
}

/**
 * The cases of a set on which a variant is checked: all on hardware; on a software adapter six of the small ones that the variant
 * takes, or as many as are asked for, so that its check stays within about two seconds. They are those that the family has chosen,
 * then an even choice.
 */
export function casesFor<Case extends CaseParams>(
  family: Problem<Case>,
  set: EdgeCaseSet<Case>,
  { variant, facts, most = softwareCases }: Scope<Case>,
): readonly Case[] {
  if (!facts.software) return set.cases;
  const taken = smallCases(family, set).filter((params) => !('skip' in demandOf(variant, params, facts)));
  if (taken.length <= most) return taken;
  const ranks = new Map(family.chosen?.[set.set]?.map((name, rank) => [name, rank]));
  const rankOf = (params: Case) => ranks.get(formatCase(family.params, params)) ?? Infinity;
  const chosen = taken
    .filter((params) => rankOf(params) < Infinity)
    .toSorted((a, b) => rankOf(a) - rankOf(b))
    .slice(0, most);
  const others = taken.filter((params) => !chosen.includes(params));
  return [...chosen, ...thinned(others, most - chosen.length)];
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
