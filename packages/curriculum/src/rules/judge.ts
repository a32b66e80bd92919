// The end of every rule about numbers: they keep to a threshold at each place, or so many of them wherever they are.
import { isWithin, worstFirst } from '../bounds.ts';
import type { Bounds } from '../bounds.ts';
import type { EvidenceRow, Missing, QuantityRule } from '../types.generated.ts';
import { leastOf, mostRows } from './verdict.ts';
import type { Verdict } from './verdict.ts';

/** What a rule says of the numbers that it judges. */
export interface Judging<One, Place> {
  /** What must be there; none where the rule names no places. */
  readonly places: readonly Place[];
  readonly isAt: (place: Place, one: One) => boolean;
  /** What the best at a place lacks; all of it where there is none. */
  readonly faultsAt: (place: Place, best: One | undefined) => readonly Missing[];
  readonly tooFew: (good: number) => readonly Missing[];
  readonly evidenceOf: (one: One) => EvidenceRow;
}

/**
 * Judges the newest number of each id. Where a place leaves a parameter open, and several ids are at it, the best of them decides:
 * were it the worst, or the newest, deleting a result could raise completion.
 */
export function judge<One extends { readonly value: number }, Place>(
  rule: Bounds & Pick<QuantityRule, 'at' | 'count'>,
  numbers: readonly One[],
  { places, isAt, faultsAt, tooFew, evidenceOf }: Judging<One, Place>,
): Verdict {
  const bestFirst = worstFirst(rule, numbers).toReversed();
  const good = bestFirst.filter(({ value }) => isWithin(rule, value));
  const found = places.map((place) => ({ place, best: bestFirst.find((one) => isAt(place, one)) }));
  const missing = [
    ...found.flatMap(({ place, best }) => faultsAt(place, best)),
    ...(good.length < leastOf(rule) ? tooFew(good.length) : []),
  ];
  const met = missing.length === 0;
  const anywhere = met ? good : bestFirst.toReversed();
  const shown = rule.at ? found.flatMap(({ best }) => best ?? []) : anywhere;
  return { met, evidence: shown.slice(0, mostRows).map(evidenceOf), missing };
}
