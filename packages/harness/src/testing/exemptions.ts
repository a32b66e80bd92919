// What a rung leaves out of its check: by the values that it is there to get wrong, by what it looks at, and by cases it does not take.
import type { DeviceFacts } from '@kernel-ladder/gpu';
import { formatCase } from '@kernel-ladder/schema';
import { listedCases } from '../contract/cases.ts';
import type { CaseParams, Family, Variant } from '../contract/family.ts';
import { planFor } from '../contract/plan.ts';

/** The parameter that says with what inputs are filled. */
const fillKey = 'fill';

/** Awkward cases, of each value of a parameter that a timed case has, on which a rung must be right. */
const fewest = 2;

/**
 * What the rungs of a family exempt themselves from, in words; none for honest ones. A rung that shows a weakness may get up to
 * half of the cases of its shapes wrong or skip them, it has awkward cases of every kind that it is timed on, and its plan is the
 * same with whatever its inputs are filled: what awkward values prove is then proven of the text that is timed.
 */
export function exemptions<Case extends CaseParams>(
  family: Family<Case>,
  device: DeviceFacts,
): readonly string[] {
  const awkward = family.edgeCases.flatMap(({ cases }) => cases);
  // To plan a large case takes milliseconds; of those, what is launched on other fills is compared as it is (exact.ts).
  const least = Math.min(...listedCases(family).map(({ params }) => family.work(params).minBytes));
  const isSmallest = (params: Case) => family.work(params).minBytes <= 4 * least;
  return family.variants.flatMap((variant) => {
    const planned = new Set(awkward.filter((params) => isPlanned(variant, params, device)));
    const shapes = awkward.filter(
      (params) => planned.has(params) || isPlanned(variant, plainly(family, params), device),
    );
    const right = [...planned].filter((params) => (variant.breaksOn?.(params) ?? null) === null);
    const timed = listedCases(family)
      .map(({ params }) => params)
      .filter((params) => isPlanned(variant, params, device));
    return [
      ...(2 * right.length < shapes.length
        ? [`is right on ${right.length} of the ${shapes.length} awkward cases whose shapes it takes`]
        : []),
      ...timed.flatMap((params) => unmetValues(family, params, right)),
      ...timed.filter(isSmallest).flatMap((params) => fillsLookedAt(family, { variant, params, device })),
    ].map((fault) => `${variant.name} ${fault}`);
  });
}

function isPlanned<Case extends CaseParams>(
  variant: Variant<Case>,
  params: Case,
  device: DeviceFacts,
): boolean {
  return !('skip' in planFor(variant, params, device));
}

// The same shape filled as usual; families without a choice of fills have no other values.
function plainly<Case extends CaseParams>(family: Family<Case>, params: Case): Case {
  const usual = family.params.find(({ key }) => key === fillKey)?.default;
  return usual === undefined ? params : { ...params, [fillKey]: usual };
}

function unmetValues<Case extends CaseParams>(
  family: Family<Case>,
  params: Case,
  right: readonly Case[],
): readonly string[] {
  const kinds = family.params.filter(({ key, takes: values }) => key !== fillKey && Array.isArray(values));
  const valueOf = (each: Case, key: string) => each[key] ?? kinds.find((kind) => kind.key === key)?.default;
  return ['dtype', ...kinds.map(({ key }) => key)].flatMap((key) => {
    const met = right.filter((each) => valueOf(each, key) === valueOf(params, key)).length;
    const name = formatCase(family.params, params);
    return met < fewest ? [`is timed on ${name} and right on ${met} awkward cases of its ${key}`] : [];
  });
}

function fillsLookedAt<Case extends CaseParams>(
  family: Family<Case>,
  { variant, params, device }: { variant: Variant<Case>; params: Case; device: DeviceFacts },
): readonly string[] {
  const fills = family.params.find(({ key }) => key === fillKey)?.takes;
  if (!Array.isArray(fills)) return [];
  const plan = JSON.stringify(planFor(variant, params, device));
  return fills
    .map((fill: string): Case => ({ ...params, [fillKey]: fill }))
    .filter((other) => typeof family.combine?.(other) !== 'string')
    .flatMap((other) => {
      const changed = planFor(variant, other, device);
      if ('skip' in changed || JSON.stringify(changed) === plan) return [];
      return [`plans ${formatCase(family.params, other)} otherwise than what it is timed on`];
    });
}
