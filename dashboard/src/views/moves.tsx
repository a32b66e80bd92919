// What no detector can judge yet: ids of few runs whose latest run is far from their best earlier one.
import type { VNode } from 'preact';
import { leastMove } from '@kernel-ladder/schema';
import type { SiteJudgement, SiteRun } from '@kernel-ladder/schema';
import { formatNumber, formatTime } from '../format.ts';
import { movesOf } from '../model/moves.ts';
import type { Move } from '../model/moves.ts';
import { effectColumn, idColumn, textColumn } from '../ui/columns.tsx';
import { DataTable } from '../ui/data-table.tsx';
import type { Column } from '../ui/data-table.tsx';
import { CommitAbout, CommitLink } from '../ui/links.tsx';
import { Hint, Section } from '../ui/section.tsx';
import { kernelColumn } from './kernel-text.ts';
import { Term } from '../ui/term.tsx';

/** Draws the section; nothing where every series is long enough to be judged. */
export function MovesSection({ judgement }: { readonly judgement: SiteJudgement }): VNode | null {
  const { short, slower, faster } = movesOf(judgement);
  if (short === 0) return null;
  const percent = `${formatNumber(100 * leastMove, 1)}\u202f%`;
  const columns = columnsOf(judgement);
  return (
    <Section id="moves" title="Moves in series too short to judge">
      <Hint>
        <strong>
          These are no <Term word="verdict">verdicts</Term>.{' '}
        </strong>
        {short} series with two runs or more have too few to be judged. The latest run of {slower.length} is
        slower than the best earlier one by more than {percent}, that of {faster.length} faster. Each row
        compares two runs, and either may be noise. bench ab measures two commits again, in turns; bench
        record adds runs until there are enough.
      </Hint>
      {slower.length === 0 ? null : (
        <DataTable id="moves-slower" label="Slower" columns={columns} rows={slower} keyOf={keyOf} />
      )}
      {faster.length === 0 ? null : (
        <details>
          <summary>{faster.length} faster than any earlier run</summary>
          <DataTable id="moves-faster" label="Faster" columns={columns} rows={faster} keyOf={keyOf} />
        </details>
      )}
    </Section>
  );
}

function keyOf({ id }: Move): string {
  return id;
}

function columnsOf({ machineKey, runs, series }: SiteJudgement): readonly Column<Move>[] {
  const ids = series.map(({ id }) => id);
  const timed = (ns: number, run: SiteRun | undefined) => <TimeAt ns={ns} run={run} machine={machineKey} />;
  return [
    idColumn<Move>({ machine: machineKey, ids, of: ({ id }) => id }),
    effectColumn<Move>(({ effect }) => effect),
    textColumn<Move>(
      'best',
      'Best earlier run',
      ({ bestNs }) => bestNs,
      ({ bestNs, best }) => timed(bestNs, runs[best]),
    ),
    textColumn<Move>(
      'latest',
      'Latest run',
      ({ latestNs }) => latestNs,
      ({ latestNs, latest }) => timed(latestNs, runs[latest]),
    ),
    textColumn<Move>(
      'since',
      'There since',
      ({ since }) => since,
      ({ since }) => <Since machine={machineKey} run={runs[since]} />,
    ),
    kernelColumn<Move>(({ sameKernelHash, best, latest }) => [sameKernelHash, runs[best], runs[latest]]),
  ];
}

interface AtProps {
  readonly machine: string;
  readonly run: SiteRun | undefined;
}

function TimeAt({ ns, run, machine }: AtProps & { readonly ns: number }): VNode {
  if (!run) return <>{formatTime(ns)}</>;
  return (
    <>
      {formatTime(ns)} at <CommitLink machine={machine} commit={run.commit} />
    </>
  );
}

function Since({
  machine,
  run,
}: {
  readonly machine: string;
  readonly run: SiteRun | undefined;
}): VNode | null {
  if (!run) return null;
  return (
    <>
      <CommitLink machine={machine} commit={run.commit} />
      <CommitAbout commit={run.commit} />
    </>
  );
}
