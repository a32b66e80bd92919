// The newest runs of a machine as a table: what came of each, and the way to compare it.
import type { ListedRun, SiteRunList } from '@kernel-ladder/schema';
import type { VNode } from 'preact';
import { useMemo } from 'preact/hooks';
import { formatDate } from '../format.ts';
import { formatMs } from '../model/spans.ts';
import { runBefore } from '../model/sides.ts';
import { besideSuite } from '../model/suite-words.ts';
import type { PageContext } from '../pages/context.ts';
import { addressOf, runAddress } from '../state.ts';
import { numberColumn, textColumn } from '../ui/columns.tsx';
import type { Column } from '../ui/data-table.tsx';
import { CommitAbout, CommitLink } from '../ui/links.tsx';
import { FilteredTable } from '../ui/filtered-table.tsx';
import { Hint, Section } from '../ui/section.tsx';

interface RunsProps {
  readonly context: PageContext;
  readonly machine: string;
  readonly list: SiteRunList | null;
}

/** Draws it; nothing where the list did not come. */
export function RunsSection({ context, machine, list }: RunsProps): VNode | null {
  const rows = list?.runs ?? [];
  const columns = useMemo(() => columnsOf(machine, rows), [machine, list]);
  if (list === null) return null;
  return (
    <Section id="runs" title="Recorded runs of this machine">
      {list.older > 0 ? (
        <Hint>
          The newest {rows.length} runs. {list.older.toLocaleString('en')} older ones are in the history
          alone, under dashboard/history/{machine}.
        </Hint>
      ) : null}
      <FilteredTable
        id="runs-table"
        label="Recorded runs of this machine"
        context={context}
        columns={columns}
        rows={rows}
        keyOf={({ run }) => run.runId}
        title="Suite"
        states={[...new Set(rows.map(({ run }) => run.suite))].toSorted()}
        statusOf={({ run }) => run.suite}
        textOf={textOf}
        placeholder="commit, subject, day"
        noun="runs, newest first by commit"
      />
    </Section>
  );
}

function textOf({ run }: ListedRun): string {
  const { commit, startedAt, suite } = run;
  return `${commit.sha} ${commit.subject} ${commit.branch} ${startedAt} ${suite}${besideSuite(run)}`;
}

function columnsOf(machine: string, rows: readonly ListedRun[]): readonly Column<ListedRun>[] {
  return [
    textColumn<ListedRun>(
      'started',
      'Began, UTC',
      ({ run }) => run.startedAt,
      ({ run }) => (
        <>
          <a href={runAddress(machine, run.runId)}>{formatDate(run.startedAt)}</a>
          <RunFlags row={run} />
        </>
      ),
    ),
    { ...commitColumn(machine), isJoined: true },
    ...outcomeColumns,
    textColumn<ListedRun>(
      'compare',
      'Compare',
      () => null,
      ({ run }) => <CompareCell machine={machine} run={run} rows={rows} />,
    ),
  ];
}

function commitColumn(machine: string): Column<ListedRun> {
  return textColumn<ListedRun>(
    'commit',
    'Commit',
    ({ run }) => run.commit.subject,
    ({ run }) => (
      <>
        <CommitLink machine={machine} commit={run.commit} />
        <CommitAbout commit={run.commit} />
      </>
    ),
  );
}

function CompareCell(props: {
  readonly machine: string;
  readonly run: ListedRun['run'];
  readonly rows: readonly ListedRun[];
}): VNode {
  const { machine, run, rows } = props;
  const before = runBefore(rows, run.runId);
  if (!before) return <>—</>;
  const sides = { base: before.run.runId, head: run.runId };
  return <a href={addressOf({ page: 'compare', machine, ...sides })}>with the one before</a>;
}

const outcomeColumns: readonly Column<ListedRun>[] = [
  textColumn<ListedRun>(
    'suite',
    'Suite',
    ({ run }) => run.suite,
    // A part of a suite has a flag.
    ({ run }) => `${run.suite}${besideSuite({ ...run, selected: false })}`,
  ),
  numberColumn<ListedRun>('passed', 'Passed', ({ passed }) => passed),
  numberColumn<ListedRun>('failed', 'Failed', ({ failed }) => failed, failedCell),
  numberColumn<ListedRun>('skipped', 'Skipped', ({ skipped }) => skipped),
  numberColumn<ListedRun>('wall', 'Took', ({ wallMs }) => wallMs ?? null, formatMs),
];

function failedCell(count: number): VNode {
  return count === 0 ? <span class="remark">0</span> : <span class="badge failed">{count}</span>;
}

/** What sets a run apart. */
export function RunFlags({
  row: { local, interrupted, selected, commit },
}: {
  readonly row: ListedRun['run'];
}): VNode {
  const flags = [
    ...(local ? ['local, not in the history'] : []),
    ...(commit.dirty ? ['uncommitted changes'] : []),
    ...(interrupted === true ? ['interrupted'] : []),
    ...(selected === true ? ['a part of its suite'] : []),
  ];
  return (
    <>
      {flags.map((flag) => (
        <span class="badge flag" key={flag}>
          {flag}
        </span>
      ))}
    </>
  );
}
