// Every combination of a search as a row: its values, its time in each round, or why it has none.
import type { VNode } from 'preact';
import { csvBlob, csvOf } from '../csv.ts';
import type { CsvColumn } from '../csv.ts';
import { formatNumber, formatTime } from '../format.ts';
import { combinationStates } from '../model/tuning.ts';
import type { Combination } from '../model/tuning.ts';
import { stateText } from '../model/tuning-words.ts';
import type { SearchView } from '../model/tuning-view.ts';
import { numberColumn, textColumn, timeColumn } from '../ui/columns.tsx';
import { DataTable } from '../ui/data-table.tsx';
import type { Column } from '../ui/data-table.tsx';
import { Download, fileName } from '../ui/download.tsx';
import { Section } from '../ui/section.tsx';
import type { SearchShown } from './search.tsx';

/** Draws the table and the button that saves it. */
export function CombinationsSection({ table, view, context: { state, go } }: SearchShown): VNode {
  const { entry, combinations } = view;
  return (
    <Section id="combinations" title="Every combination">
      <Download
        id="combinations-csv"
        file={`${fileName('search', table.family, entry.rung, entry.class)}.csv`}
        content={() => csvBlob(csvOf(csvColumns(view), combinations))}
      >
        CSV
      </Download>
      <DataTable
        id="combinations-table"
        label="Combinations"
        columns={columnsOf(view)}
        rows={combinations}
        keyOf={({ name }) => name}
        order={{ sort: state.sort, onSort: (sort) => go({ sort }) }}
      />
    </Section>
  );
}

function leastNs(combinations: readonly Combination[]): number {
  return Math.min(...combinations.flatMap(({ ns }) => ns ?? []));
}

function columnsOf({ combinations }: SearchView): readonly Column<Combination>[] {
  const best = leastNs(combinations);
  return [
    textColumn<Combination>(
      'name',
      'Parameters',
      ({ name }) => name,
      ({ name, isChoice, isUsual }) => (
        <>
          {name.replaceAll(',', ' ')}
          {isChoice ? <span class="badge fastest"> plans take it</span> : null}
          {isUsual ? <span class="badge"> usual</span> : null}
        </>
      ),
    ),
    timeColumn<Combination>('time', 'Time', ({ ns }) => ns),
    numberColumn<Combination>(
      'ratio',
      'Over the best',
      ({ ns }) => (ns === null ? null : ns / best),
      (ratio) => `${formatNumber(ratio, 3)}×`,
    ),
    ...outcomeColumns,
  ];
}

const outcomeColumns: readonly Column<Combination>[] = [
  textColumn<Combination>(
    'rounds',
    'Rounds',
    ({ looks }) => looks.length,
    ({ looks }) => looks.map(formatTime).join(', ') || '—',
  ),
  textColumn<Combination>(
    'state',
    'Outcome',
    ({ state }) => combinationStates.indexOf(state),
    ({ state }) => stateText(state),
  ),
  textColumn<Combination>(
    'why',
    'Why',
    ({ why }) => why || null,
    ({ why }) => <span class="why">{why}</span>,
  ),
];

function csvColumns({ entry, combinations }: SearchView): readonly CsvColumn<Combination>[] {
  const best = leastNs(combinations);
  return [
    ...entry.landscape.parameters.map((title, at) => ({
      title,
      value: ({ values }: Combination) => {
        const value = values[at];
        return typeof value === 'boolean' ? String(value) : (value ?? null);
      },
    })),
    { title: 'time, ns', value: ({ ns }) => ns },
    { title: 'over the best', value: ({ ns }) => (ns === null ? null : ns / best) },
    { title: 'rounds', value: ({ looks }) => looks.length },
    { title: 'outcome', value: ({ state }) => stateText(state) },
    { title: 'why', value: ({ why }) => why },
    { title: 'plans take it', value: ({ isChoice }) => (isChoice ? 'yes' : '') },
    { title: 'usual', value: ({ isUsual }) => (isUsual ? 'yes' : '') },
  ];
}
