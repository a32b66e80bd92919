// Every result of a run with its check, its distribution, and why it stopped or failed.
import type { Run } from '@kernel-ladder/schema';
import type { VNode } from 'preact';
import { useMemo } from 'preact/hooks';
import { csvBlob, csvOf } from '../csv.ts';
import { shortCommit } from '../format.ts';
import { runCsv } from '../model/run-csv.ts';
import { runRows } from '../model/run-rows.ts';
import type { PageContext } from '../pages/context.ts';
import { Download, fileName } from '../ui/download.tsx';
import { FilteredTable } from '../ui/filtered-table.tsx';
import { Hint, Section } from '../ui/section.tsx';
import { resultStates, runColumns } from './run-columns.tsx';

/** Draws the section; the filter and the order are in the address. */
export function ResultsSection(props: { readonly context: PageContext; readonly run: Run }): VNode {
  const { context, run } = props;
  const rows = useMemo(() => runRows(run.results), [run]);
  const columns = useMemo(() => runColumns(run, rows), [run]);
  const file = fileName('run', shortCommit(run.run.commit.sha), run.run.id.slice(0, 8));
  return (
    <Section id="run-results" title="Results">
      <FilteredTable
        id="run-table"
        label="Results of this run"
        context={context}
        columns={columns}
        rows={rows}
        keyOf={({ id }) => id}
        title="Status"
        states={resultStates}
        statusOf={({ result }) => result.status}
        textOf={({ id, why }) => `${id} ${why}`}
        placeholder="family, rung, case, reason"
        noun="results"
        below={(shown) => (
          <p class="exports">
            <Download id="save-csv" file={`${file}.csv`} content={() => csvBlob(csvOf(runCsv, shown))}>
              Save as CSV
            </Download>
          </p>
        )}
      />
      <Hint>
        The picture runs from the least sample to the greatest: the box is the middle half, the line across it
        the median, whiskers reach from the 5th to the 95th percentile. Error is the largest one of the check
        over its tolerance: what is above 1 has failed.
      </Hint>
    </Section>
  );
}
