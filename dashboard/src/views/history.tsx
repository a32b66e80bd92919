// The trend as a table: a row per commit, newest first, a column per series with all that the tooltip says.
import type { VNode } from 'preact';
import { formatDate } from '../format.ts';
import type { TrendPoint } from '../model/commit-point.ts';
import { wordsOf } from '../model/point-words.ts';
import type { Span } from '../model/range.ts';
import { columnKey } from '../model/trend.ts';
import type { Trend, TrendColumn } from '../model/trend.ts';
import { textColumn } from '../ui/columns.tsx';
import { DataTable } from '../ui/data-table.tsx';
import type { Column } from '../ui/data-table.tsx';
import { KernelButton } from '../ui/kernel-button.tsx';
import { RunLink } from '../ui/links.tsx';

/** What the table needs beside the trend. */
export interface HistoryProps {
  readonly trend: Trend;
  /** The columns in view. */
  readonly span: Span;
  /** True where the page says already that no timing compares. */
  readonly software: boolean;
  /** The hashes of the kernels whose texts the site has. */
  readonly kernels: readonly string[];
}

interface Row {
  readonly column: TrendColumn;
  readonly place: number;
}

/** Draws it inside a disclosure. */
export function HistoryTable(props: HistoryProps): VNode {
  const { trend, span } = props;
  const rows = trend.columns.map((column, place): Row => ({ column, place }));
  return (
    <details class="twin">
      <summary>History as a table</summary>
      <DataTable
        id="history-table"
        label="History as a table"
        columns={columnsOf(props)}
        rows={rows.slice(span.first, span.last + 1).toReversed()}
        keyOf={({ column }) => `${column.machineKey} ${columnKey(column)} ${column.runId}`}
      />
    </details>
  );
}

function columnsOf(props: HistoryProps): readonly Column<Row>[] {
  const { trend } = props;
  return [
    textColumn<Row>(
      'commit',
      'Commit, run (UTC)',
      ({ place }) => place,
      ({ column }) => <RunCell run={column} />,
    ),
    ...trend.lines.map(({ id, name, points }) =>
      textColumn<Row>(
        id,
        name,
        ({ place }) => valueOf(points[place]),
        ({ place }) => <PointCell point={points[place] ?? null} {...props} />,
      ),
    ),
  ];
}

function valueOf(point: TrendPoint | null | undefined): number | null {
  return point?.status === 'passed' && point.measured ? point.measured.value : null;
}

function RunCell({ run }: { readonly run: TrendColumn }): VNode {
  const { machineKey, commit, local, startedAt, runs } = run;
  const flags = [
    ...(commit.dirty ? ['dirty'] : []),
    ...(local ? ['local'] : []),
    ...(runs.length > 1 ? [`${runs.length} runs`] : []),
  ];
  return (
    <>
      <RunLink machine={machineKey} run={run} />
      <Flags texts={flags} />
      <span class="detail">{formatDate(startedAt)}</span>
    </>
  );
}

interface PointProps extends HistoryProps {
  readonly point: TrendPoint | null;
}

function PointCell({ point, trend, software, kernels }: PointProps): VNode {
  if (!point) return <></>;
  if (point.status !== 'passed')
    return (
      <span class={point.status} title={point.reason}>
        {point.status}
      </span>
    );
  const words = wordsOf(point, trend, software);
  if (!words) return <>—</>;
  return (
    <>
      {words.value}
      <span class="detail">{words.sureness.join(' · ')}</span>
      <Flags texts={words.notes} />
      <div class="point-kernel">
        <KernelButton hash={point.kernelHash} recorded={kernels} />
      </div>
    </>
  );
}

function Flags({ texts }: { readonly texts: readonly string[] }): VNode {
  return (
    <>
      {texts.map((text) => (
        <span key={text}>
          {' '}
          <span class="badge flag">{text}</span>
        </span>
      ))}
    </>
  );
}
