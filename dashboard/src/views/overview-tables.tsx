// The tables of the overview: headline kernels, series that need a look, and the last runs.
import type { VNode } from 'preact';
import type { GridRow, OverviewRun } from '@kernel-ladder/schema';
import { formatDate } from '../format.ts';
import { countsWords } from '../model/deeds.ts';
import { gridStateTexts } from '../model/state-words.ts';
import { besideSuite } from '../model/suite-words.ts';
import { addressOf, runAddress } from '../state.ts';
import { numberColumn, textColumn } from '../ui/columns.tsx';
import { DataTable } from '../ui/data-table.tsx';
import type { Column } from '../ui/data-table.tsx';
import { CommitAbout, CommitLink } from '../ui/links.tsx';
import { Hint, Section } from '../ui/section.tsx';
import { Term } from '../ui/term.tsx';
import { nameColumns, rowColumns, valueColumns, verdictColumns } from './grid-columns.tsx';
import type { RowPlace } from './grid-columns.tsx';
import type { OverviewShown } from './overview-health.tsx';

/** The fastest rung of every family and type at its headline case. */
export function HeadlineSection({ overview: { headlines, commits }, machine }: OverviewShown): VNode {
  const place = { machine, commits };
  const columns = rowColumns(place).filter(({ key }) => key !== 'ns');
  return (
    <Section id="headlines" title="Headline kernels">
      {headlines.length === 0 ? (
        <Hint>No kernel of ours has a time on this machine: run pnpm bench.</Hint>
      ) : (
        <>
          <DataTable
            id="headlines-table"
            label="Headline kernels"
            columns={columns}
            rows={headlines}
            keyOf={({ id }) => id}
          />
          <Hint>
            The fastest <Term word="rung" /> of each <Term word="family" /> and type, at the family’s first
            case of headline size that has a time. Beside it: how many times as fast ours is as the best{' '}
            <Term word="peer" />, in the newest run that has both; 2× is half its time.
          </Hint>
        </>
      )}
    </Section>
  );
}

/** Series that fail, regressed, are suspected, unstable or gone. */
export function AttentionSection({ overview, machine }: OverviewShown): VNode | null {
  const { attention, commits, states } = overview;
  if (attention.length === 0) return null;
  const place = { machine, commits };
  const [history] = valueColumns().filter(({ key }) => key === 'history');
  const verdicts = verdictColumns(place).filter(({ key }) => !['peer', 'over'].includes(key));
  const columns = [...nameColumns(place), ...(history ? [history] : []), ...verdicts];
  const more = states.flatMap(({ state, series }) => {
    const shown = attention.filter((row) => row.state === state).length;
    return shown > 0 && series > shown ? [{ state, left: series - shown }] : [];
  });
  return (
    <Section id="attention" title="Series that need a look">
      <DataTable
        id="attention-table"
        label="Series that need a look"
        columns={columns}
        rows={attention}
        keyOf={({ id }: GridRow) => id}
      />
      {more.map(({ state, left }) => (
        <Hint key={state}>
          <a href={addressOf({ page: 'grid', machine, status: state })}>
            {left.toLocaleString('en')} more {gridStateTexts[state][0]}
          </a>
        </Hint>
      ))}
    </Section>
  );
}

/** The newest runs with what each found. */
export function RunsSection({ overview: { runs, commits }, machine }: OverviewShown): VNode {
  return (
    <Section id="runs" title="Last runs">
      <DataTable
        id="runs-table"
        label="Last runs"
        columns={runColumns({ machine, commits })}
        rows={runs}
        keyOf={({ run }) => run.runId}
      />
    </Section>
  );
}

function runColumns({ machine, commits }: RowPlace): readonly Column<OverviewRun>[] {
  return [
    textColumn<OverviewRun>(
      'started',
      'Began (UTC)',
      ({ run }) => run.startedAt,
      ({ run }) => <a href={runAddress(machine, run.runId)}>{formatDate(run.startedAt)}</a>,
    ),
    textColumn<OverviewRun>('suite', 'Suite', ({ run }) => run.suite, suiteCell),
    numberColumn<OverviewRun>('passed', 'Passed', ({ passed }) => passed),
    numberColumn<OverviewRun>('failed', 'Failed', ({ failed }) => failed, failedCell),
    numberColumn<OverviewRun>('skipped', 'Skipped', ({ skipped }) => skipped),
    textColumn<OverviewRun>(
      'moved',
      'What its commit moved',
      ({ at }) => at,
      ({ at }) => (commits[at] ? countsWords(commits[at]) : '—'),
    ),
    textColumn<OverviewRun>(
      'commit',
      'Commit',
      ({ at }) => at,
      ({ run }) => (
        <>
          <CommitLink machine={machine} commit={run.commit} />
          <CommitAbout commit={run.commit} />
        </>
      ),
    ),
  ];
}

function suiteCell({ run }: OverviewRun): VNode {
  return (
    <>
      {run.suite}
      {besideSuite(run)}
      {run.interrupted === true ? <span class="badge flag">interrupted</span> : null}
      {run.local ? <span class="badge">local</span> : null}
    </>
  );
}

function failedCell(failed: number): VNode | string {
  return failed > 0 ? <span class="unmet">{failed.toLocaleString('en')}</span> : '0';
}
