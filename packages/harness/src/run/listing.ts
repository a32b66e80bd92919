// What a family offers on a device: every id with its status, and one id in full.
import type { Gpu } from '@kernel-ladder/gpu';
import { formatCase, parseId } from '@kernel-ladder/schema';
import type {
  FamilyLadder,
  FamilyListing,
  ListedId,
  ShownId,
  SizeClass,
  VariantKind,
} from '@kernel-ladder/schema';
import { boundBuffer, runsItself } from '../contract/family.ts';
import type { CaseParams, Family, Problem, Variant } from '../contract/family.ts';
import { identify } from '../contract/identity.ts';
import type { Subject } from '../contract/identity.ts';
import { demandOf } from '../contract/plan.ts';
import { shaderText } from '../wgsl/wgsl.ts';
import type { WgslLoader } from '../wgsl/wgsl.ts';
import { readFacts } from '../wgsl/facts.ts';

/** The ladder of a family and every id, runnable on this device or skipped with a reason. */
export function listFamily<Case extends CaseParams>(
  family: Family<Case, VariantKind>,
  gpu: Gpu,
): FamilyListing {
  return {
    ...describeLadder(family),
    ids: family.variants.flatMap((variant) => listVariant(family, variant, gpu)),
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
    rungs: family.variants.map(({ name: rung, summary, boundBy, kind = 'gpu' }) => ({
      name: rung,
      summary,
      ...(boundBy === undefined ? {} : { boundBy }),
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
  const found = casesByName(family).find((candidate) => candidate.caseName === parts.case);
  if (!variant || !found) throw new Error(`${family.name} has no ${id}: see \`bench list\``);
  return { variant, params: found.params };
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
  family: Problem<Case>,
  variant: Variant<Case, VariantKind>,
  gpu: Gpu,
): readonly ListedId[] {
  return casesByName(family).flatMap(({ params, sizes }): readonly ListedId[] => {
    const identity = { ...identify(family, { variant, params }), sizes };
    const demand = demandOf(variant, params, gpu.facts);
    if (!('skip' in demand)) return [{ ...identity, status: 'runnable' }];
    // A case that a variant does not claim to solve, on any device, is no id of it.
    if (demand.skip.code === 'not-applicable') return [];
    return [{ ...identity, status: 'skipped', reason: `${demand.skip.code}: ${demand.skip.message}` }];
  });
}

// A case that stands in several size classes is one id.
function casesByName<Case extends CaseParams>(family: Problem<Case>) {
  const named = new Map<
    string,
    { readonly caseName: string; readonly params: Case; readonly sizes: SizeClass[] }
  >();
  for (const [size, cases] of Object.entries(family.cases) as [SizeClass, readonly Case[]][]) {
    for (const params of cases) {
      const caseName = formatCase(family.params, params);
      const entry = named.get(caseName) ?? { caseName, params, sizes: [] };
      entry.sizes.push(size);
      named.set(caseName, entry);
    }
  }
  return [...named.values()];
}
