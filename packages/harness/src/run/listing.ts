// What a family offers on a device: every id with its status, and one id in full.
import type { Gpu } from '@kernel-ladder/gpu';
import { parseId } from '@kernel-ladder/schema';
import type { FamilyListing, ListedId, ShownId } from '@kernel-ladder/schema';
import { findCase, listedCases } from '../contract/cases.ts';
import type { NamedCase } from '../contract/cases.ts';
import { boundBuffer } from '../contract/family.ts';
import type { CaseParams, Family, Variant } from '../contract/family.ts';
import { identify } from '../contract/identity.ts';
import type { Subject } from '../contract/identity.ts';
import { planFor } from '../contract/plan.ts';
import { shaderText } from '../wgsl/wgsl.ts';
import type { WgslLoader } from '../wgsl/wgsl.ts';
import { readFacts } from '../wgsl/facts.ts';

/** Every id of a family and of further cases by name, runnable on this device or skipped with a reason. */
export function listFamily<Case extends CaseParams>(
  family: Family<Case>,
  gpu: Gpu,
  further: readonly string[] = [],
): FamilyListing {
  const { name, title, headline } = family;
  const variants = family.variants.map(({ name: rung, summary, boundBy }) => ({
    name: rung,
    summary,
    ...(boundBy === undefined ? {} : { boundBy }),
  }));
  const cases = [...listedCases(family), ...furtherCases(family, further)];
  const ids = family.variants.flatMap((variant) => listVariant(gpu, family, { variant, cases }));
  return { name, title, headline, variants, ids };
}

/** The variant and the case that an id names; throws when the family has no such id. */
export function findSubject<Case extends CaseParams>(family: Family<Case>, id: string): Subject<Case> {
  const parts = parseId(id);
  const variant = family.variants.find((candidate) => candidate.name === parts.variant);
  if (!variant) throw new Error(`${family.name} has no ${id}: see \`bench list\``);
  const { params, unlisted } = findCase(family, parts.case);
  return { variant, params, ...(unlisted ? { unlisted } : {}) };
}

/** The shaders of one id as they run, with work and tolerance. */
export function showId<Case extends CaseParams>(
  family: Family<Case>,
  gpu: Gpu,
  { id, load }: { readonly id: string; readonly load: WgslLoader },
): ShownId {
  const { variant, params } = findSubject(family, id);
  const plan = planFor(variant, params, gpu.facts);
  const isSkip = 'skip' in plan;
  const passes = isSkip ? [] : plan.passes;
  return {
    id,
    summary: variant.summary,
    ...(variant.boundBy === undefined ? {} : { boundBy: variant.boundBy }),
    params,
    work: { ...family.work(params), implBytes: isSkip ? 0 : plan.implBytes },
    tolerance: family.tolerance,
    ...(isSkip ? { skip: `${plan.skip.code}: ${plan.skip.message}` } : {}),
    passes: passes.map((pass) => {
      const text = shaderText(pass.wgsl, load);
      return {
        file: pass.wgsl.file,
        text,
        bindings: pass.bindings.map(boundBuffer),
        workgroups: pass.workgroups,
        ...readFacts(text),
      };
    }),
  };
}

function listVariant<Case extends CaseParams>(
  gpu: Gpu,
  family: Family<Case>,
  { variant, cases }: { readonly variant: Variant<Case>; readonly cases: readonly NamedCase<Case>[] },
): readonly ListedId[] {
  return cases.flatMap(({ params, sizes, unlisted }): readonly ListedId[] => {
    const subject = { variant, params, ...(unlisted ? { unlisted } : {}) };
    const identity = { ...identify(family, subject), sizes };
    const plan = planFor(variant, params, gpu.facts);
    if (!('skip' in plan)) return [{ ...identity, status: 'runnable' }];
    // A case that a variant does not claim to solve, on any device, is no id of it. Who asks for one is told.
    if (plan.skip.code === 'not-applicable' && !unlisted) return [];
    return [{ ...identity, status: 'skipped', reason: `${plan.skip.code}: ${plan.skip.message}` }];
  });
}

// Those that the family lists are there already.
function furtherCases<Case extends CaseParams>(
  family: Family<Case>,
  names: readonly string[],
): readonly NamedCase<Case>[] {
  const found = names.map((name) => findCase(family, name)).filter(({ unlisted }) => unlisted);
  return [...new Map(found.map((each) => [each.name, each])).values()];
}
