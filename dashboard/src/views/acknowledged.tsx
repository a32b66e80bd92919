// Who acknowledged which changes of a machine's speed, and what of it is to go.
import type { KnownAcknowledgement } from '@kernel-ladder/schema';
import type { VNode } from 'preact';
import { shortCommit } from '../format.ts';
import { textColumn } from '../ui/columns.tsx';
import { Acknowledged } from '../ui/acknowledged.tsx';
import { DataTable } from '../ui/data-table.tsx';
import type { Column } from '../ui/data-table.tsx';
import { counted } from '../ui/counted.ts';
import { Hint, Section } from '../ui/section.tsx';
import { addressOf } from '../state.ts';

/** Draws it; nothing where nobody acknowledged anything. */
export function AcknowledgedSection(props: {
  readonly machine: string;
  readonly acknowledged: readonly KnownAcknowledgement[];
}): VNode | null {
  const { machine, acknowledged } = props;
  if (acknowledged.length === 0) return null;
  const useless = acknowledged.filter(({ isOfUse }) => !isOfUse).length;
  return (
    <Section id="acknowledged" title="Acknowledged changes of speed">
      <Hint>
        From dashboard/acknowledged.json: these changes are muted on every page and in the gate of bench. A
        failure is never muted.
        {useless > 0 ? ` ${useless} of ${acknowledged.length} mute nothing any more, and can go.` : ''}
      </Hint>
      <DataTable
        id="acknowledged-table"
        label="Acknowledged changes of speed"
        columns={columnsOf(machine)}
        rows={acknowledged}
        keyOf={({ id, commit }) => `${id} ${commit}`}
      />
    </Section>
  );
}

function columnsOf(machine: string): readonly Column<KnownAcknowledgement>[] {
  return [
    textColumn<KnownAcknowledgement>(
      'id',
      'Series',
      ({ id }) => id,
      ({ id }) => <code class="id">{id}</code>,
    ),
    textColumn<KnownAcknowledgement>(
      'commit',
      'Commit',
      ({ commit }) => commit,
      (one) => <Commits machine={machine} of={one} />,
    ),
    textColumn<KnownAcknowledgement>(
      'reason',
      'Why',
      ({ reason }) => reason,
      (one) => <Acknowledged by={one} />,
    ),
    textColumn<KnownAcknowledgement>(
      'use',
      'Mutes',
      ({ isOfUse }) => Number(isOfUse),
      ({ ids, isOfUse }) =>
        isOfUse ? (
          `changes of ${counted(ids.length, 'series')}`
        ) : (
          <span class="unmet">nothing: it can go</span>
        ),
    ),
  ];
}

// The measured commits that it speaks of; the text of the file where there are none.
function Commits(props: { readonly machine: string; readonly of: KnownAcknowledgement }): VNode {
  const { machine, of } = props;
  if (of.commits.length === 0) return <code>{of.commit}</code>;
  return (
    <>
      {of.commits.map((sha) => (
        <a key={sha} class="fate" href={addressOf({ page: 'commit', machine, commit: sha })}>
          <code>{shortCommit(sha)}</code>
        </a>
      ))}
    </>
  );
}
