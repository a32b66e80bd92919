// Who a result belongs to: the id of a variant on a case, and what is known of it before anything has run.
import { formatCase, formatId } from '@kernel-ladder/schema/measuring';
import type { VariantKind } from '@kernel-ladder/schema';
import { runsItself } from './family.ts';
import type { CaseParams, Problem, Variant } from './family.ts';
import { elementTypes } from './scalars.ts';

/** The id's variant and case. */
export interface Subject<Case extends CaseParams, Kind extends VariantKind = VariantKind> {
  readonly variant: Variant<Case, Kind>;
  readonly params: Case;
  /** Whether the family lists no such case. */
  readonly unlisted?: true;
}

/** What an id says about itself before anything has run; its own traffic is the compulsory one until it is planned. */
export function identify<Case extends CaseParams>(
  family: Problem<Case>,
  { variant, params, unlisted }: Subject<Case>,
) {
  const caseName = formatCase(family.params, params);
  const defaults = Object.fromEntries(
    family.params.flatMap((spec) => (spec.default === undefined ? [] : [[spec.key, spec.default]])),
  );
  const work = family.work(params);
  return {
    id: formatId({ family: family.name, variant: variant.name, case: caseName }),
    family: family.name,
    variant: variant.name,
    case: caseName,
    params: { ...defaults, ...params },
    dtype: elementTypes(params.dtype),
    kind: variant.kind ?? 'gpu',
    ...(runsItself(variant) ? { peer: variant.peer } : {}),
    work: { ...work, implBytes: work.minBytes },
    ...(unlisted ? { unlisted } : {}),
  };
}
