// Every series that the machine knew at a commit, with what the commit did to it: filtered by state and words, sorted, exportable.
import type { VNode } from 'preact';
import { useMemo } from 'preact/hooks';
import { shortCommit } from '../format.ts';
import { effectStates } from '@kernel-ladder/schema';
import type { Effect } from '../model/effects.ts';
import type { PageContext } from '../pages/context.ts';
import { effectColumn, idColumn, textColumn, timeColumn } from '../ui/columns.tsx';
import { DataTable } from '../ui/data-table.tsx';
import type { Column } from '../ui/data-table.tsx';
import { CommitLink } from '../ui/links.tsx';
import { Section } from '../ui/section.tsx';
import { stateTexts } from './commit-head.tsx';
import type { CommitShown } from './commit-shown.ts';

/** Draws it; the filter and the order are in the address. */
export function SeriesSection(props: CommitShown & { readonly context: PageContext }): VNode {
  const { commit, commits, context } = props;
  const { state, go } = context;
  const columns = useMemo(() => columnsOf(props), [commit, commits]);
  const rows = useMemo(
    () => filtered(commit.effects, state.status, state.query),
    [commit, state.status, state.query],
  );
  return (
    <Section id="series" title={`Every series at ${shortCommit(commit.commit.sha)}`}>
      <Filters context={context} />
      <p class="hint" role="status">
        {rows.length.toLocaleString('en')} of {commit.series.toLocaleString('en')} series
      </p>
      <DataTable
        id="series-table"
        label="Every series"
        columns={columns}
        rows={rows}
        keyOf={({ series }) => series.id}
        order={{ sort: state.sort, onSort: (sort) => go({ sort }) }}
      />
    </Section>
  );
}

function Filters({ context: { state, go, refine } }: { readonly context: PageContext }): VNode {
  return (
    <div class="filters">
      <label for="filter-effect">
        <span>State</span>
        <select
          id="filter-effect"
          value={state.status ?? ''}
          onChange={(event) => go({ status: event.currentTarget.value || null })}
        >
          <option value="">any</option>
          {effectStates.map((one) => (
            <option key={one} value={one}>
              {stateTexts[one][0]}
            </option>
          ))}
        </select>
      </label>
      <label for="filter-series">
        <span>Words</span>
        <input
          id="filter-series"
          type="search"
          value={state.query}
          placeholder="family, rung, case"
          onInput={(event) => refine({ query: event.currentTarget.value })}
        />
      </label>
    </div>
  );
}

function filtered(effects: readonly Effect[], status: string | null, query: string): readonly Effect[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const inOrder = effects.toSorted((a, b) => effectStates.indexOf(a.state) - effectStates.indexOf(b.state));
  return inOrder.filter(
    ({ state, series }) =>
      (status === null || state === status) && words.every((word) => series.id.toLowerCase().includes(word)),
  );
}

function columnsOf({ machine, commit, commits }: CommitShown): readonly Column<Effect>[] {
  const ids = commit.effects.map(({ series }) => series.id);
  return [
    idColumn<Effect>({ machine, ids, of: ({ series }) => series.id }),
    textColumn<Effect>(
      'state',
      'State',
      ({ state }) => effectStates.indexOf(state),
      ({ state }) => <span class={`effect ${state}`}>{stateTexts[state][0]}</span>,
    ),
    effectColumn<Effect>(({ effect }) => effect),
    timeColumn<Effect>('before', 'Before', ({ beforeNs }) => beforeNs),
    timeColumn<Effect>('after', 'Here', ({ afterNs }) => afterNs),
    textColumn<Effect>(
      'from',
      'Before is of',
      ({ before }) => before,
      ({ before }) => {
        const from = before === null ? undefined : commits[before];
        return from ? <CommitLink machine={machine} commit={from.commit} /> : '—';
      },
    ),
    textColumn<Effect>(
      'kernel',
      'Kernel',
      ({ sameKernel }) => (sameKernel === null ? null : Number(sameKernel)),
      ({ sameKernel }) => (sameKernel === null ? '—' : sameKernel ? 'unchanged' : 'changed'),
    ),
    textColumn<Effect>(
      'reason',
      'Why',
      ({ reason }) => reason,
      ({ reason }) => <span class="why">{reason ?? ''}</span>,
    ),
  ];
}
