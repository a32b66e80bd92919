// Rows in the order that a column's header asks for: TanStack's table, which draws nothing.
import {
  constructTable,
  createColumnHelper,
  createSortedRowModel,
  rowSortingFeature,
  tableFeatures,
} from '@tanstack/table-core';
import { storeReactivityBindings } from '@tanstack/table-core/store-reactivity-bindings';
import type { Sort } from '../state.ts';

/** What a table knows of a column to sort by it. */
export interface SortColumn<Row> {
  readonly key: string;
  /** What rows are compared by; null comes last in either direction. */
  readonly value: (row: Row) => string | number | null;
}

const features = tableFeatures({
  coreReactivityFeature: storeReactivityBindings(),
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
});

/** A sorted copy; the rows' own order where nothing is asked, or a column that is not there. */
export function sorted<Row extends object>(
  rows: readonly Row[],
  columns: readonly SortColumn<Row>[],
  sort: Sort | null,
): readonly Row[] {
  const helper = createColumnHelper<typeof features, Row>();
  const defs = columns.map(({ key, value }) =>
    helper.accessor((row) => value(row) ?? undefined, {
      id: key,
      sortUndefined: 'last',
      sortFn: (a, b) => compare(value(a.original), value(b.original)),
    }),
  );
  const isKnown = sort !== null && columns.some(({ key }) => key === sort.column);
  const table = constructTable({
    features,
    columns: helper.columns(defs),
    data: [...rows],
    initialState: { sorting: isKnown ? [{ id: sort.column, desc: sort.descending }] : [] },
  });
  return table.getRowModel().rows.map(({ original }) => original);
}

function compare(a: string | number | null, b: string | number | null): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return String(a).localeCompare(String(b), 'en', { numeric: true });
}
