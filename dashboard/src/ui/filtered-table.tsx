// A table of many rows under a filter of a state and words, sorted from its headers: all three are in the address.
import type { ComponentChildren, VNode } from 'preact';
import { useMemo } from 'preact/hooks';
import { filteredBy } from '../model/words.ts';
import type { PageContext } from '../pages/context.ts';
import { DataTable } from './data-table.tsx';
import type { DataTableProps } from './data-table.tsx';

/** The table, and what its filter looks at. */
export interface FilteredTableProps<Row> extends Omit<DataTableProps<Row>, 'order'> {
  readonly context: PageContext;
  /** What its states are called together, and each of them. */
  readonly title: string;
  readonly states: readonly string[];
  readonly statusOf: (row: Row) => string;
  readonly textOf: (row: Row) => string;
  readonly placeholder: string;
  /** As in `ids`. */
  readonly noun: string;
  /** What stands below, of the rows that are left. */
  readonly below?: (shown: readonly Row[]) => ComponentChildren;
}

/** Draws it. */
export function FilteredTable<Row extends object>(props: FilteredTableProps<Row>): VNode {
  const { context, title, states, statusOf, textOf, placeholder, noun, below, rows, ...table } = props;
  const { state, go } = context;
  const shown = useMemo(
    () => filteredBy(rows, { status: state.status, query: state.query, statusOf, textOf }),
    [rows, state.status, state.query],
  );
  return (
    <>
      <RowFilters context={context} states={states} title={title} placeholder={placeholder} />
      <p class="hint" role="status">
        {shown.length.toLocaleString('en')} of {rows.length.toLocaleString('en')} {noun}
      </p>
      <DataTable {...table} rows={shown} order={{ sort: state.sort, onSort: (sort) => go({ sort }) }} />
      {below?.(shown)}
    </>
  );
}

function RowFilters(props: {
  readonly context: PageContext;
  readonly states: readonly string[];
  readonly title: string;
  readonly placeholder: string;
}): VNode {
  const { context, states, title, placeholder } = props;
  const { state, go, refine } = context;
  return (
    <div class="filters">
      <label for="filter-state">
        <span>{title}</span>
        <select
          id="filter-state"
          value={state.status ?? ''}
          onChange={(event) => go({ status: event.currentTarget.value || null })}
        >
          <option value="">any</option>
          {states.map((one) => (
            <option key={one} value={one}>
              {one}
            </option>
          ))}
        </select>
      </label>
      <label for="filter-words">
        <span>Words</span>
        <input
          id="filter-words"
          type="search"
          value={state.query}
          placeholder={placeholder}
          onInput={(event) => refine({ query: event.currentTarget.value })}
        />
      </label>
    </div>
  );
}
