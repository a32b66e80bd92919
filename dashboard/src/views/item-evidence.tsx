// What proves an item, or does not: every result, test and write-up that its rule looked at.
import { shortNumber } from '@kernel-ladder/curriculum';
import type { EvidenceRow } from '@kernel-ladder/curriculum';
import type { ComponentChildren, VNode } from 'preact';
import { formatGiven, shortCommit } from '../format.ts';
import { commitAddress } from '../state.ts';
import { Icon } from '../ui/icon.tsx';
import { IdLink } from '../ui/links.tsx';
import { PlainTable } from '../ui/plain-table.tsx';
import type { CurriculumShown, ItemProps } from './curriculum-shown.ts';
import { ItemLink } from './item-link.tsx';

const columns = ['Evidence', 'What', 'Value', 'Asked', 'Met', 'Commit', 'Machine'] as const;

/** Draws the table; nothing where there is no evidence. */
export function EvidenceTable({ item: { id, evidence }, shown }: ItemProps): VNode | null {
  if (evidence.length === 0) return null;
  const rows = evidence.map((row): readonly ComponentChildren[] => [
    <Subject key="subject" row={row} shown={shown} />,
    ...measured(row),
    row.threshold,
    <span key="met" class={row.met ? 'met' : 'unmet'}>
      <Icon name={row.met ? 'proven' : 'unmet'} />
      {row.met ? ' yes' : ' no'}
    </span>,
    <CommitOf key="commit" row={row} shown={shown} />,
    row.machine ?? '—',
  ]);
  return (
    <div class="evidence">
      <PlainTable
        class="listing"
        label={`Evidence of ${id}`}
        id={`evidence-${id}`}
        columns={columns}
        rows={rows}
      />
    </div>
  );
}

// A metric in the unit in which it reads best, as among the results; other numbers as the curriculum's texts write them.
function measured({ metric, value }: EvidenceRow): readonly [what: string, value: string] {
  if (typeof value !== 'number') return [metric, value];
  const [, what = metric, unit = ''] = /^(.*), (\S+)$/.exec(metric) ?? [];
  const text = formatGiven(value, unit);
  return text === null ? [metric, shortNumber(value)] : [what, text];
}

interface RowProps {
  readonly row: EvidenceRow;
  readonly shown: CurriculumShown;
}

// A result leads to its ladder, an item to itself; a file is only named.
function Subject({ row: { id, machine }, shown }: RowProps): VNode {
  if (shown.curriculum.items.has(id)) return <ItemLink id={id} />;
  const known = publishedMachine(machine, shown);
  return known === null ? <code>{id}</code> : <IdLink machine={known} id={id} />;
}

// Results of a machine that the site has lead to what their commit did there, others to any machine that measured it.
function CommitOf({ row: { commit, machine }, shown }: RowProps): VNode {
  if (commit === null) return <>—</>;
  const known = publishedMachine(machine, shown);
  const isMeasured = known !== null || shown.completion.commits.some(({ sha }) => sha === commit);
  const href = isMeasured ? commitAddress(known, commit) : null;
  const code = <code title={commit}>{shortCommit(commit)}</code>;
  return href === null ? code : <a href={href}>{code}</a>;
}

function publishedMachine(machine: string | null, { index }: CurriculumShown): string | null {
  return index.machines.some((one) => one.machine.key === machine) ? machine : null;
}
