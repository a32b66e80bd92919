// The timelines of a run's pipelines, each as a picture, in numbers, and as a trace that Perfetto opens.
import { traceOf } from '@kernel-ladder/schema';
import type { Run } from '@kernel-ladder/schema';
import type { VNode } from 'preact';
import { formatNumber, shortCommit } from '../format.ts';
import { pairTitles, shareBeside, timelineRows } from '../model/timelines.ts';
import type { TimelineRow } from '../model/timelines.ts';
import { idColumn, numberColumn, textColumn, timeColumn } from '../ui/columns.tsx';
import { DataTable } from '../ui/data-table.tsx';
import type { Column } from '../ui/data-table.tsx';
import { Download, fileName } from '../ui/download.tsx';
import { Lanes } from '../ui/lanes.tsx';
import { Hint, Section } from '../ui/section.tsx';

/** Draws the section; null of a run without pipelines. */
export function TimelinesSection({ run }: { readonly run: Run }): VNode | null {
  const rows = timelineRows(run.results);
  if (rows.length === 0) return null;
  const file = fileName('timelines', shortCommit(run.run.commit.sha), run.run.id.slice(0, 8));
  return (
    <Section id="timelines" title="Timelines">
      <DataTable
        id="timelines-table"
        label="Timelines of this run"
        columns={columnsFor(run.machine.key)}
        rows={rows}
        keyOf={({ id }) => id}
      />
      <p class="exports">
        <Download id="save-trace" file={`${file}.trace.json`} content={() => traceBlob(rows)}>
          Save all as a trace
        </Download>
      </p>
      <Hint>
        One more run behind those that are timed. A trace opens in Perfetto (ui.perfetto.dev). One queue: what
        overlaps is work of the host with work of the device. Efficiency is (sum of the stages − wall time) /
        (sum − longest stage). Beside: the share of the shorter stage that the other ran beside; serial where
        the clocks of host and device leave it open.
      </Hint>
    </Section>
  );
}

function columnsFor(machine: string): readonly Column<TimelineRow>[] {
  return [
    idColumn<TimelineRow>({ machine, of: ({ id }) => id }),
    textColumn<TimelineRow>(
      'lanes',
      'Lanes',
      ({ timeline }) => timeline.spans.length,
      ({ timeline }) => <Lanes timeline={timeline} />,
    ),
    timeColumn<TimelineRow>('wall', 'Wall', ({ timeline }) => 1000 * timeline.wallUs),
    numberColumn<TimelineRow>(
      'efficiency',
      'Efficiency',
      ({ efficiency }) => efficiency,
      (value) => formatNumber(value, 2),
    ),
    ...pairTitles.map(([pair, title]) =>
      numberColumn<TimelineRow>(
        pair,
        title,
        ({ timeline }) => shareBeside(timeline, pair),
        (share) => (share === 0 ? 'serial' : `${formatNumber(100 * share, 2)} %`),
      ),
    ),
    textColumn<TimelineRow>(
      'save',
      'Trace',
      ({ id }) => id,
      (row) => (
        <Download file={`${fileName(row.id)}.trace.json`} content={() => traceBlob([row])}>
          Save
        </Download>
      ),
    ),
  ];
}

function traceBlob(rows: readonly TimelineRow[]): Blob {
  return new Blob([JSON.stringify(traceOf(rows.map(({ result }) => result)))], { type: 'application/json' });
}
