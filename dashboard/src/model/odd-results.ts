// What an address asks of a family's results that they do not have, in sentences.
import type { SiteFamily } from '@kernel-ladder/schema';
import type { ViewState } from '../state.ts';
import { isSortKey } from './latest.ts';

type Wishes = Pick<ViewState, 'hidden' | 'rung' | 'sort'>;

/** A sentence for each rung, and for the column, that an address names and the family has not; each is ignored. */
export function oddResults(
  { family, ladder, series }: Pick<SiteFamily, 'family' | 'ladder' | 'series'>,
  { hidden, rung, sort }: Wishes,
): readonly string[] {
  const known = new Set([...ladder.rungs.map(({ name }) => name), ...series.map(({ variant }) => variant)]);
  const strange = (hidden ?? []).filter((name) => !known.has(name));
  return [
    ...strange.map((name) => `No rung “${name}” in ${family} to leave out of the trend.`),
    ...(rung === null || known.has(rung)
      ? []
      : [`No rung “${rung}” in ${family}; showing the code of none.`]),
    ...(sort === null || isSortKey(sort.column)
      ? []
      : [`No column “${sort.column}” to sort the results by; showing them in the order of the ladder.`]),
  ];
}
