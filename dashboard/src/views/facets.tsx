// The filters of the grid: a menu for each facet with counts, how long ago a series moved, and words.
import type { VNode } from 'preact';
import type { GridRow } from '@kernel-ladder/schema';
import { facetOptions, facets, settledFilter, sinceOptions } from '../model/grid.ts';
import type { Facet } from '../model/grid.ts';
import { gridStateTexts, kindNames } from '../model/state-words.ts';
import type { PageContext } from '../pages/context.ts';

/** What the filters choose among. */
export interface FacetsProps {
  readonly rows: readonly GridRow[];
  readonly context: PageContext;
}

/** Draws them. */
export function Facets({ rows, context }: FacetsProps): VNode {
  const { state, refine } = context;
  return (
    <div class="filters">
      <label for="filter-grid">
        <span>Words</span>
        <input
          id="filter-grid"
          type="search"
          value={state.query}
          placeholder="family, rung, case"
          onInput={(event) => refine({ query: event.currentTarget.value })}
        />
      </label>
      {facets.map((facet) => (
        <FacetMenu key={facet.key} facet={facet} rows={rows} context={context} />
      ))}
      <SinceMenu rows={rows} context={context} />
    </div>
  );
}

function FacetMenu({ facet, rows, context }: FacetsProps & { readonly facet: Facet }): VNode {
  const { key, title } = facet;
  const { state, go } = context;
  const { filter } = settledFilter(rows, state);
  return (
    <label for={`facet-${key}`}>
      <span>{title}</span>
      <select
        id={`facet-${key}`}
        value={filter[key] ?? ''}
        onChange={(event) => go({ [key]: event.currentTarget.value || null })}
      >
        <option value="">any</option>
        {facetOptions(rows, filter, facet).map(({ value, count }) => (
          <option key={value} value={value}>
            {nameOf(key, value)} ({count.toLocaleString('en')})
          </option>
        ))}
      </select>
    </label>
  );
}

function nameOf(key: Facet['key'], value: string): string {
  if (key === 'status')
    return Object.entries(gridStateTexts).find(([state]) => state === value)?.[1][0] ?? value;
  if (key === 'kind') return Object.entries(kindNames).find(([kind]) => kind === value)?.[1] ?? value;
  return value;
}

function SinceMenu({ rows, context: { state, go } }: FacetsProps): VNode {
  return (
    <label for="facet-since">
      <span>Moved</span>
      <select
        id="facet-since"
        value={state.since === null ? '' : String(state.since)}
        onChange={(event) => go({ since: Number(event.currentTarget.value) || null })}
      >
        <option value="">ever, or never</option>
        {sinceOptions(rows, settledFilter(rows, state).filter).map(({ since, count }) => (
          <option key={since} value={String(since)}>
            {since === 1 ? 'at the newest commit' : `in the last ${since} commits`} (
            {count.toLocaleString('en')})
          </option>
        ))}
      </select>
    </label>
  );
}
