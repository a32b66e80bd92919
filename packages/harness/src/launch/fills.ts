// What a case is filled with in one run: the inputs that are timed, others of the same sizes, and some filled in another way.
import { formatCase } from '@kernel-ladder/schema/measuring';
import type { CaseParams, Problem } from '../contract/family.ts';
import { createRandom, seedOf } from '../contract/random.ts';
import type { HostRequest } from './host-cases.ts';

/** The inputs of a case under the seed of a run and those that follow it. */
export interface Fills<Case extends CaseParams> {
  readonly given: HostRequest<Case>;
  /** Inputs under the next seed, exact ones where the family has such. */
  readonly other: HostRequest<Case>;
  /** The first of the family's other fills, in an order that the seed draws, that a variant takes; null where it takes none. */
  readonly refill: (takes: (params: Case) => boolean) => HostRequest<Case> | null;
}

/** The fills of a case. */
export function fillsOf<Case extends CaseParams>(
  family: Problem<Case>,
  params: Case,
  seed: number,
): Fills<Case> {
  const drawn = seedOf(`refill of ${formatCase(family.params, params)}`, seed);
  const refills = shifted(family.refills?.(params) ?? [params], drawn);
  return {
    given: { params, seed },
    other: { params: family.exact?.(params) ?? params, structure: params, seed: seed + 1 },
    refill: (takes) => {
      const refill = refills.find(takes);
      // Its structure is another one as well.
      return refill ? { params: refill, structure: params, seed: seed + 2, structureSeed: seed } : null;
    },
  };
}

function shifted<T>(items: readonly T[], seed: number): readonly T[] {
  if (items.length === 0) return items;
  const first = createRandom(seed).integer(0, items.length - 1);
  return [...items.slice(first), ...items.slice(0, first)];
}
