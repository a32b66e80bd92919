// The commits of a machine as a table: what each did in numbers, and whether a later one repaired it.
import type { ComponentChildren, VNode } from 'preact';
import type { EffectState } from '@kernel-ladder/schema';
import type { Measured, Repair } from '../model/measured.ts';
import { takenText } from '../model/taken.ts';
import type { Taken } from '../model/taken.ts';
import { numberColumn, textColumn } from '../ui/columns.tsx';
import { DataTable } from '../ui/data-table.tsx';
import type { Column } from '../ui/data-table.tsx';
import { CommitAbout, CommitLink } from '../ui/links.tsx';

/** What the table is drawn from. */
export interface CommitsProps {
  readonly machine: string;
  /** Every commit, in commit order. */
  readonly commits: readonly Measured[];
  /** Those that are listed; all where it is absent. */
  readonly listed?: readonly Measured[];
  /** How many changes are acknowledged, by the hashes of the commits that have any. */
  readonly taken: ReadonlyMap<string, Taken>;
  readonly id: string;
  readonly label: string;
}

/** Draws it, newest first. */
export function CommitsTable(props: CommitsProps): VNode {
  const { commits, listed = commits, id, label } = props;
  return (
    <DataTable
      id={id}
      label={label}
      columns={columnsOf(props)}
      rows={listed.toReversed()}
      keyOf={({ commit }) => commit.sha}
    />
  );
}

function columnsOf({ machine, commits, taken }: CommitsProps): readonly Column<Measured>[] {
  return [
    textColumn<Measured>(
      'commit',
      'Commit',
      ({ place }) => place,
      ({ commit }) => (
        <>
          <CommitLink machine={machine} commit={commit} />
          <CommitAbout commit={commit} />
        </>
      ),
    ),
    countColumn('slower', 'Slower'),
    textColumn<Measured>(
      'fate',
      'Of these',
      ({ standing }) => standing,
      (row) => <Fate row={row} machine={machine} commits={commits} />,
    ),
    countColumn('faster', 'Faster'),
    ...(taken.size > 0 ? [takenColumn(taken)] : []),
    countColumn('failing', 'Failing'),
    countColumn('new', 'New'),
    countColumn('gone', 'Gone'),
    countColumn('steady', 'Steady'),
    numberColumn<Measured>('series', 'Series known', ({ series }) => series),
    textColumn<Measured>('runs', 'Runs', ({ runs }) => runs.length, runsCell),
  ];
}

function takenColumn(taken: ReadonlyMap<string, Taken>): Column<Measured> {
  const countsOf = ({ commit }: Measured) => taken.get(commit.sha) ?? { slower: 0, faster: 0 };
  return textColumn<Measured>(
    'taken',
    'Acknowledged',
    (row) => countsOf(row).slower + countsOf(row).faster,
    (row) => takenText(countsOf(row)),
  );
}

function countColumn(state: EffectState, title: string): Column<Measured> {
  return numberColumn(state, title, ({ counts }) => counts[state], quietNought);
}

function quietNought(count: number): ComponentChildren {
  return count === 0 ? <span class="remark">0</span> : count;
}

function runsCell({ runs, interrupted }: Measured): VNode {
  return (
    <>
      {runs.length}
      {interrupted > 0 ? <span class="badge flag">{interrupted} interrupted</span> : null}
    </>
  );
}

interface FateProps {
  readonly row: Measured;
  readonly machine: string;
  readonly commits: readonly Measured[];
}

// What became of the slower ones.
function Fate({ row: { repairs, standing, counts }, machine, commits }: FateProps): VNode | null {
  if (counts.slower === 0) return null;
  return (
    <>
      <RepairList repairs={repairs} machine={machine} commits={commits} words="back at" />
      {standing > 0 ? <span class="unmet fate">{standing} still slower</span> : null}
    </>
  );
}

/** `11 back at 4c0923cd`, a line each. */
export function RepairList(props: {
  readonly repairs: readonly Repair[];
  readonly machine: string;
  readonly commits: readonly Measured[];
  readonly words: string;
}): VNode {
  const { repairs, machine, commits, words } = props;
  return (
    <>
      {repairs.map(({ commit, series }) => {
        const other = commits[commit];
        return other === undefined ? null : (
          <span class="fate" key={commit}>
            {series} {words} <CommitLink machine={machine} commit={other.commit} />
          </span>
        );
      })}
    </>
  );
}
