// All machines of the site, each a link to its own overview.
import type { VNode } from 'preact';
import type { SiteIndex, SiteMachine } from '@kernel-ladder/schema';
import { formatDate } from '../format.ts';
import { addressOf } from '../state.ts';
import { numberColumn, textColumn } from '../ui/columns.tsx';
import { DataTable } from '../ui/data-table.tsx';
import type { Column } from '../ui/data-table.tsx';
import { Section } from '../ui/section.tsx';

/** All machines of the site. */
export function MachinesSection({ index }: { readonly index: SiteIndex }): VNode {
  return (
    <Section id="machines" title="Machines">
      <DataTable
        id="machines-table"
        label="Machines"
        columns={columns}
        rows={index.machines}
        keyOf={({ machine }) => machine.key}
      />
    </Section>
  );
}

const columns: readonly Column<SiteMachine>[] = [
  textColumn<SiteMachine>(
    'name',
    'Machine',
    ({ machine }) => machine.adapter.name,
    ({ machine }) => (
      <>
        <a href={addressOf({ page: 'overview', machine: machine.key })}>{machine.adapter.name}</a>
        {machine.software ? <span class="badge">software</span> : null}
      </>
    ),
  ),
  textColumn<SiteMachine>(
    'key',
    'Key',
    ({ machine }) => machine.key,
    ({ machine }) => <code>{machine.key}</code>,
  ),
  textColumn<SiteMachine>(
    'card',
    'Card',
    ({ machine }) => machine.card?.id ?? null,
    ({ machine }) => <code>{machine.card?.id ?? '—'}</code>,
  ),
  textColumn<SiteMachine>(
    'driver',
    'Driver',
    ({ machine }) => machine.driver,
    ({ machine }) => machine.driver,
  ),
  textColumn<SiteMachine>(
    'last',
    'Last run (UTC)',
    ({ lastRun }) => lastRun ?? null,
    ({ lastRun }) => (lastRun === undefined ? '—' : formatDate(lastRun)),
  ),
  numberColumn<SiteMachine>('runs', 'Runs', ({ runs }) => runs),
  {
    key: 'series',
    title: 'Series',
    value: ({ series }) => series ?? null,
    cell: ({ machine, series }) => (
      <a href={addressOf({ page: 'grid', machine: machine.key })}>{series?.toLocaleString('en') ?? 'all'}</a>
    ),
  },
];
