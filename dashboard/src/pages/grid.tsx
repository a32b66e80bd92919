// Every series of a machine as a row: filtered, sorted, exported.
import type { VNode } from 'preact';
import { useMemo } from 'preact/hooks';
import { parseSiteGrid } from '@kernel-ladder/schema';
import type { Grid, GridRow, SiteMachine } from '@kernel-ladder/schema';
import { csvBlob, csvOf } from '../csv.ts';
import { load } from '../data.ts';
import { noteLine } from '../messages.ts';
import { filterRows, settledFilter } from '../model/grid.ts';
import { choiceNotes, chosenTrends, withRow } from '../model/grid-choice.ts';
import { csvColumns } from '../model/grid-csv.ts';
import { once } from '../once.ts';
import { addressOf } from '../state.ts';
import type { ViewState } from '../state.ts';
import { DataTable } from '../ui/data-table.tsx';
import { Download, fileName } from '../ui/download.tsx';
import { Hint, Section } from '../ui/section.tsx';
import { Term } from '../ui/term.tsx';
import { sorted } from '../ui/sorted.ts';
import { Facets } from '../views/facets.tsx';
import { choiceColumn, rowColumns } from '../views/grid-columns.tsx';
import type { PageContext, Tree } from './context.ts';
import { machinePage } from './machine-page.tsx';
import '../grid.css';

const loadGrid = once(async (key: string) =>
  load(`data/grid/${encodeURIComponent(key)}.json`, parseSiteGrid),
);

/** Loads the grid of the machine that the address names. */
export function gridPage(context: PageContext): Promise<Tree> {
  return machinePage(context, {
    load: ({ machine }) => loadGrid(machine.key),
    notes: (grid) => oddNotes(grid, context.state).map(noteLine),
    draw: (grid, machine) => <GridBody grid={grid} machine={machine} context={context} />,
  });
}

function oddNotes({ rows }: Grid, state: ViewState): readonly string[] {
  return [...settledFilter(rows, state).notes, ...choiceNotes(rows, state.series)];
}

interface BodyProps {
  readonly grid: Grid;
  readonly machine: SiteMachine;
  readonly context: PageContext;
}

function GridBody({ grid, machine: { machine }, context }: BodyProps): VNode {
  const { state, go, refine } = context;
  const { family, dtype, rung, status, kind, since, query, sort } = state;
  const columns = useMemo(() => rowColumns({ machine: machine.key, commits: grid.commits }), [grid]);
  const choice = {
    chosen: state.series,
    onChoose: (id: string, isTaken: boolean) =>
      refine((now) => ({ series: withRow(now.series, id, isTaken) })),
  };
  const rows = useMemo(
    () => filterRows(grid.rows, settledFilter(grid.rows, state).filter),
    [grid, family, dtype, rung, status, kind, since, query],
  );
  const content = () => csvBlob(csvOf(csvColumns(grid.commits), sorted(rows, columns, sort)));
  return (
    <Section id="grid" title={`Every series on ${machine.adapter.name}`}>
      <Facets rows={grid.rows} context={context} />
      <p class="hint tools">
        <span role="status">
          {rows.length.toLocaleString('en')} of {grid.rows.length.toLocaleString('en')} series
        </span>
        <a href={addressOf({ page: 'grid', machine: machine.key })}>Clear filters</a>
        <Trends rows={grid.rows} machine={machine.key} chosen={state.series} />
        <Download id="grid-csv" file={`${fileName('series', machine.key)}.csv`} content={content}>
          Download CSV
        </Download>
      </p>
      <DataTable
        id="grid-table"
        label="Series"
        columns={[choiceColumn(choice), ...columns]}
        rows={rows}
        keyOf={({ id }) => id}
        order={{ sort, onSort: (next) => go({ sort: next }) }}
      />
      <Meaning />
    </Section>
  );
}

function Meaning(): VNode {
  return (
    <Hint>
      Each row is one <Term word="series" />; those that are ticked open in one trend. History: faster is
      higher, over the newest {newestPoints} commits that have the series. A cross is a failure, a dash a
      skip; the line breaks where the kernel changed (short upright) or another physical card ran (dashed
      upright), and over times that may not be compared (grey dots). Last change: the last that the judge has
      confirmed, or a newer commit whose time is 5 % or more from that of the commit before, or beyond three
      standard deviations where A/A launches know the noise.
    </Hint>
  );
}

// The ways to what is ticked.
function Trends(props: {
  readonly rows: readonly GridRow[];
  readonly machine: string;
  readonly chosen: readonly string[];
}): VNode {
  return (
    <>
      {chosenTrends(props.machine, props.rows, props.chosen).map(({ family, count, href }) => (
        <a key={family} class="chosen" href={href}>
          {count === 1 ? `Trend of 1 of ${family}` : `One trend of ${count} of ${family}`}
        </a>
      ))}
    </>
  );
}

const newestPoints = 32;
