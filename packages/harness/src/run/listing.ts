// What a family offers on a device: every id with its status, and one id in full.
import type { DeviceFacts, Gpu } from '@kernel-ladder/gpu';
import { formatCase, parseId } from '@kernel-ladder/schema/measuring';
import type { FamilyLadder, FamilyListing, ListedId, ShownId, VariantKind } from '@kernel-ladder/schema';
import { findCase, listedCases } from '../contract/cases.ts';
import type { NamedCase } from '../contract/cases.ts';
import { boundBuffer, runsItself } from '../contract/family.ts';
import type { CaseParams, Family, Plan, Problem, Variant } from '../contract/family.ts';
import { identify } from '../contract/identity.ts';
import type { Subject } from '../contract/identity.ts';
import { demandOf } from '../contract/plan.ts';
import { shaderText } from '../wgsl/wgsl.ts';
import type { WgslLoader } from '../wgsl/wgsl.ts';
import { readFacts } from '../wgsl/facts.ts';

/** The ladder of a family and every id, those of further cases by name as well, runnable on this device or skipped with a reason. */
export function listFamily<Case extends CaseParams>(
  family: Family<Case, VariantKind>,
  gpu: Pick<Gpu, 'facts'>,
  further: readonly string[] = [],
): FamilyListing {
  const cases = [...listedCases(family), ...furtherCases(family, further)];
  return {
    ...describeLadder(family),
    ids: family.variants.flatMap((variant) => listVariant(gpu, family, { variant, cases })),
  };
}

/** What readers of results need to know of a family, whatever the device. */
function describeLadder<Case extends CaseParams>(family: Family<Case, VariantKind>): FamilyLadder {
  const { name, title, simulated = false, params, headline, tolerance, cases } = family;
  const large = [...(cases.headline ?? []), ...(cases.huge ?? [])];
  return {
    name,
    title,
    simulated,
    params: params.map(({ key, default: usual }) => ({
      key,
      ...(usual === undefined ? {} : { default: usual }),
    })),
    rungs: family.variants.map(({ name: rung, summary, boundBy, access, kind = 'gpu' }) => ({
      name: rung,
      summary,
      ...(boundBy === undefined ? {} : { boundBy }),
      ...(access === undefined ? {} : { access }),
      kind,
    })),
    headline: { ...headline, cases: [...new Set(large.map((each) => formatCase(params, each)))] },
    tolerance,
  };
}

/** The variant and the case that an id names; throws when the family has no such id. */
export function findSubject<Case extends CaseParams, Kind extends VariantKind>(
  family: Family<Case, Kind>,
  id: string,
): Subject<Case, Kind> {
  const parts = parseId(id);
  const variant = family.variants.find((candidate) => candidate.name === parts.variant);
  if (!variant) throw new Error(`${family.name} has no ${id}: see \`bench list\``);
  const { params, unlisted } = findCase(family, parts.case);
  return { variant, params, ...(unlisted ? { unlisted } : {}) };
}

/** The shaders of one id as they run, with work and tolerance. */
export function showId<Case extends CaseParams>(
  family: Family<Case, VariantKind>,
  gpu: Gpu,
  { id, load }: { readonly id: string; readonly load: WgslLoader },
): ShownId {
  const { variant, params } = findSubject(family, id);
  const demand = demandOf(variant, params, gpu.facts);
  const isSkip = 'skip' in demand;
  const passes = 'passes' in demand ? demand.passes : [];
  return {
    id,
    summary: variant.summary,
    ...(variant.boundBy === undefined ? {} : { boundBy: variant.boundBy }),
    params,
    work: { ...family.work(params), implBytes: isSkip ? 0 : demand.implBytes },
    tolerance: family.tolerance,
    ...(isSkip ? { skip: `${demand.skip.code}: ${demand.skip.message}` } : {}),
    ...(runsItself(variant) ? { peer: variant.peer } : {}),
    ...('passes' in demand ? chosenFor(variant, params, { plan: demand, facts: gpu.facts }) : {}),
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

// An automatic choice has no parameters of its own, and may run a rung whose are the table's.
function chosenFor<Case extends CaseParams>(
  variant: Variant<Case, VariantKind>,
  params: Case,
  { plan: { tuned }, facts }: { readonly plan: Plan; readonly facts: DeviceFacts },
): Pick<ShownId, 'chosen'> {
  if (tuned) return { chosen: { choice: tuned.choice, tuned } };
  const space = runsItself(variant) ? undefined : variant.tuning?.space(params, facts);
  return space && 'usual' in space ? { chosen: { choice: space.usual } } : {};
}

function listVariant<Case extends CaseParams>(
  gpu: Pick<Gpu, 'facts'>,
  family: Problem<Case>,
  {
    variant,
    cases,
  }: { readonly variant: Variant<Case, VariantKind>; readonly cases: readonly NamedCase<Case>[] },
): readonly ListedId[] {
  return cases.flatMap(({ params, sizes, unlisted }): readonly ListedId[] => {
    const subject = { variant, params, ...(unlisted ? { unlisted } : {}) };
    const identity = { ...identify(family, subject), sizes };
    const demand = demandOf(variant, params, gpu.facts);
    if (!('skip' in demand)) return [{ ...identity, status: 'runnable' }];
    // A case that a variant does not claim to solve, on any device, is no id of it. Who asks for one is told.
    if (demand.skip.code === 'not-applicable' && !unlisted) return [];
    return [{ ...identity, status: 'skipped', reason: `${demand.skip.code}: ${demand.skip.message}` }];
  });
}

// Those that the family lists are there already.
function furtherCases<Case extends CaseParams>(
  family: Problem<Case>,
  names: readonly string[],
): readonly NamedCase<Case>[] {
  const found = names.map((name) => findCase(family, name)).filter(({ unlisted }) => unlisted);
  return [...new Map(found.map((each) => [each.name, each])).values()];
}
