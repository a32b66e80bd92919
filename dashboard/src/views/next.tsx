// What to do next: what waits for nothing and is nearly done first, with what it takes, what it unlocks and what to type.
import type { VNode } from 'preact';
import { itemsOfTrack } from '../model/curriculum.ts';
import { rowsAmong } from '../model/next.ts';
import type { NextRow } from '../model/next.ts';
import { addressOf } from '../state.ts';
import { counted } from '../ui/counted.ts';
import { numberColumn, textColumn } from '../ui/columns.tsx';
import { DataTable } from '../ui/data-table.tsx';
import type { Column } from '../ui/data-table.tsx';
import { Hint, Section } from '../ui/section.tsx';
import type { CurriculumShown } from './curriculum-shown.ts';
import { ItemLink } from './item-link.tsx';
import { StateBadge } from './state-badge.tsx';

/** Draws the section, of the track that is chosen. */
export function NextSection({ next, completion, state, go }: CurriculumShown): VNode {
  const track = completion.tracks.find(({ id }) => id === state.track);
  const rows = track ? rowsAmong(next, itemsOfTrack(completion, track)) : next;
  const title = track ? `What next in ${track.title}` : 'What next';
  return (
    <Section id="next" title={title}>
      <Hint>
        {rows.length === 0
          ? 'Everything that can be proven here is proven.'
          : `${counted(rows.length, 'item')} can be proven and ${rows.length === 1 ? 'is' : 'are'} not. What waits for nothing comes first, then what is nearly done (regressed, implemented), then the least effort (1 where only evidence is missing, up to 5), then what the most other items wait for.`}{' '}
        <a href={addressOf({ page: 'curriculum', status: 'tickable' })}>What only you can tick</a> is not
        among them.
      </Hint>
      {rows.length === 0 ? null : (
        <DataTable
          id="next-table"
          label={title}
          columns={columns}
          rows={rows}
          keyOf={({ id }) => id}
          order={{ sort: state.sort, onSort: (sort) => go({ sort }) }}
        />
      )}
    </Section>
  );
}

const columns: readonly Column<NextRow>[] = [
  textColumn<NextRow>(
    'item',
    'Item',
    ({ id }) => id,
    ({ id, title }) => (
      <>
        {title} <ItemLink id={id} />
      </>
    ),
  ),
  numberColumn<NextRow>('rank', 'Rank', ({ rank }) => rank),
  textColumn<NextRow>(
    'state',
    'State',
    ({ state }) => state,
    ({ state }) => <StateBadge state={state} />,
  ),
  numberColumn<NextRow>('effort', 'Effort', ({ effort }) => effort),
  numberColumn<NextRow>('unlocks', 'Unlocks', ({ unlocks }) => unlocks),
  textColumn<NextRow>(
    'missing',
    'Missing, and how to get it',
    ({ what }) => what,
    (row) => <MissingCell row={row} />,
  ),
  textColumn<NextRow>(
    'waits',
    'Waits for',
    ({ waitsFor }) => waitsFor.length,
    ({ waitsFor }) => <WaitsFor ids={waitsFor} />,
  ),
];

function MissingCell({ row: { what, others, command } }: { readonly row: NextRow }): VNode {
  return (
    <span class="why">
      {what ?? '—'}
      {others > 0 ? `; and ${others} more` : ''}
      {command === null ? null : <code class="command">{command}</code>}
    </span>
  );
}

function WaitsFor({ ids }: { readonly ids: readonly string[] }): VNode {
  if (ids.length === 0) return <>nothing</>;
  return (
    <ul class="plain">
      {ids.map((id) => (
        <li key={id}>
          <ItemLink id={id} />
        </li>
      ))}
    </ul>
  );
}
