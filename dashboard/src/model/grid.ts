// Which series the grid shows, and how many each further choice would leave.
import type { GridRow } from '@kernel-ladder/schema';
import type { ViewState } from '../state.ts';
import { gridStateTexts, kindNames } from './state-words.ts';

/** What of the address is about the grid. */
export type GridFilter = Pick<ViewState, 'family' | 'dtype' | 'rung' | 'status' | 'kind' | 'since' | 'query'>;

/** A way to choose among rows by one of their fields. */
export interface Facet {
  readonly key: 'family' | 'dtype' | 'rung' | 'status' | 'kind';
  readonly title: string;
  /** In a sentence. */
  readonly word: string;
  readonly of: (row: GridRow) => string;
}

/** All of them, in the order of the menus. */
export const facets: readonly Facet[] = [
  { key: 'family', title: 'Family', word: 'family', of: ({ family }) => family },
  { key: 'dtype', title: 'Type', word: 'type', of: ({ dtype }) => dtype },
  { key: 'rung', title: 'Rung', word: 'rung', of: ({ rung }) => rung },
  { key: 'status', title: 'State', word: 'state', of: ({ state }) => state },
  { key: 'kind', title: 'Whose', word: 'owner', of: ({ kind }) => kind },
];

/** A choice of a facet, and how many rows it leaves with all other choices as they are. */
export interface FacetOption {
  readonly value: string;
  readonly count: number;
}

/** A filter without what no row can have, and a sentence for each such wish. */
export interface Settled {
  readonly filter: GridFilter;
  readonly notes: readonly string[];
}

/** Takes out of a filter what is neither in any row nor a state or an owner that a row may have. */
export function settledFilter(rows: readonly GridRow[], filter: GridFilter): Settled {
  const usual = { status: Object.keys(gridStateTexts), kind: Object.keys(kindNames) };
  const strange = facets.filter(({ key, of }) => {
    const wanted = filter[key];
    const always = key === 'status' || key === 'kind' ? usual[key] : [];
    return wanted !== null && !always.includes(wanted) && !rows.some((row) => of(row) === wanted);
  });
  return {
    filter: { ...filter, ...Object.fromEntries(strange.map(({ key }) => [key, null])) },
    notes: strange.map(({ key, word }) => `No ${word} “${filter[key]}” here; showing every ${word}.`),
  };
}

/** The rows that pass. */
export function filterRows(rows: readonly GridRow[], filter: GridFilter): readonly GridRow[] {
  return rows.filter(matcher(filter, null));
}

/** The choices of a facet that leave any row, the most first; also the one that is made, if it leaves none. */
export function facetOptions(
  rows: readonly GridRow[],
  filter: GridFilter,
  { key, of }: Facet,
): readonly FacetOption[] {
  const counts = new Map<string, number>();
  for (const row of rows.filter(matcher(filter, key))) counts.set(of(row), (counts.get(of(row)) ?? 0) + 1);
  const chosen = filter[key];
  if (chosen !== null && !counts.has(chosen)) counts.set(chosen, 0);
  return [...counts]
    .map(([value, count]) => ({ value, count }))
    .toSorted((a, b) => b.count - a.count || a.value.localeCompare(b.value, 'en'));
}

/** Choices for how long ago a series moved, in measured commits, each with its count. */
export function sinceOptions(
  rows: readonly GridRow[],
  filter: GridFilter,
): readonly { readonly since: number; readonly count: number }[] {
  const others = rows.filter(matcher(filter, 'since'));
  const all = new Set([1, 5, 10, 25, 50, 100, ...(filter.since === null ? [] : [filter.since])]);
  return [...all]
    .toSorted((a, b) => a - b)
    .map((since) => ({ since, count: others.filter((row) => hasMoved(row, since)).length }));
}

function matcher(filter: GridFilter, except: keyof GridFilter | null): (row: GridRow) => boolean {
  const words = filter.query.toLowerCase().split(/\s+/).filter(Boolean);
  const chosen = facets.filter(({ key }) => key !== except && filter[key] !== null);
  const since = except === 'since' ? null : filter.since;
  return (row) =>
    chosen.every(({ key, of }) => of(row) === filter[key]) &&
    (since === null || hasMoved(row, since)) &&
    words.every((word) => row.id.toLowerCase().includes(word));
}

// Within so many of the newest measured commits.
function hasMoved({ change }: GridRow, since: number): boolean {
  return change !== undefined && change.age < since;
}
