// A table of any length: sorted from its headers, only the rows in view drawn, scrolling inside its own box.
import type { ComponentChildren, VNode } from 'preact';
import { useMemo, useRef, useState } from 'preact/hooks';
import { nextSort } from '../state.ts';
import type { Sort } from '../state.ts';
import { sorted } from './sorted.ts';
import type { SortColumn } from './sorted.ts';
import { drawnWhole, useWindow } from './virtual.ts';

/** A column: what it is sorted by, and what stands in its cells. */
export interface Column<Row> extends SortColumn<Row> {
  readonly title: string;
  /** Numbers stand at the end of their cell, texts at the start. */
  readonly align?: 'start';
  /** Stands before the cell that is the row's header, as a box to tick does. */
  readonly isBefore?: true;
  readonly cell: (row: Row) => ComponentChildren;
}

/** A table; the first cell of a row that is not before it is its header. */
export interface DataTableProps<Row> {
  readonly id: string;
  /** What the rows are; with `table` behind it, as no section is called, it names the box that scrolls. */
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  /** Where the address has the order; else the table keeps it. */
  readonly order?: { readonly sort: Sort | null; readonly onSort: (sort: Sort | null) => void };
}

/** Draws it. */
export function DataTable<Row extends object>(props: DataTableProps<Row>): VNode {
  const { id, label, columns, rows, keyOf, order } = props;
  const [ownSort, setOwnSort] = useState<Sort | null>(null);
  const { sort, onSort } = order ?? { sort: ownSort, onSort: setOwnSort };
  const ordered = useMemo(() => sorted(rows, columns, sort), [rows, columns, sort?.column, sort?.descending]);
  const box = useRef<HTMLDivElement>(null);
  const { indexes, before, after, measure } = useWindow(ordered.length, box);
  const isLong = ordered.length > drawnWhole;
  return (
    <>
      <OddOrder sort={sort} columns={columns} />
      <div
        ref={box}
        class={isLong ? 'scroll long' : 'scroll'}
        tabIndex={0}
        role="region"
        aria-label={`${label}: table`}
      >
        <table id={id} class="data" aria-rowcount={isLong ? ordered.length + 1 : undefined}>
          <thead>
            <HeadRow id={id} columns={columns} sort={sort} onSort={onSort} />
          </thead>
          <tbody>
            <Gap height={before} span={columns.length} />
            {indexes.map((index) => {
              const row = ordered[index];
              return row === undefined ? null : (
                <tr key={keyOf(row)} ref={measure} data-index={index} data-id={keyOf(row)}>
                  {cellsOf(columns, row)}
                </tr>
              );
            })}
            <Gap height={after} span={columns.length} />
          </tbody>
        </table>
      </div>
    </>
  );
}

// An address may name a column that is not there.
function OddOrder({
  sort,
  columns,
}: {
  readonly sort: Sort | null;
  readonly columns: readonly { readonly key: string }[];
}): VNode | null {
  if (sort === null || columns.some(({ key }) => key === sort.column)) return null;
  return <p class="hint">No column “{sort.column}” here to sort by; showing the table’s own order.</p>;
}

interface OrderProps {
  readonly id: string;
  readonly sort: Sort | null;
  readonly onSort: (sort: Sort | null) => void;
}

interface HeadProps<Row> extends OrderProps {
  readonly column: Column<Row>;
}

function HeadRow<Row>({
  columns,
  ...order
}: OrderProps & { readonly columns: readonly Column<Row>[] }): VNode {
  return (
    <tr>
      {columns.map((column) => (
        <Head key={column.key} column={column} {...order} />
      ))}
    </tr>
  );
}

function Head<Row>({ id, column: { key, title, align }, sort, onSort }: HeadProps<Row>): VNode {
  const isSorted = sort?.column === key;
  const direction = isSorted ? (sort.descending ? 'descending' : 'ascending') : 'none';
  return (
    <th scope="col" aria-sort={direction} data-column={key} class={align}>
      <button id={`${id}-sort-${key}`} type="button" onClick={() => onSort(nextSort(sort, key))}>
        {title}
      </button>
    </th>
  );
}

function cellsOf<Row>(columns: readonly Column<Row>[], row: Row): readonly VNode[] {
  const header = columns.find(({ isBefore }) => !isBefore);
  return columns.map((column) => (
    <Cell key={column.key} column={column} row={row} isHeader={column === header} />
  ));
}

interface CellProps<Row> {
  readonly column: Column<Row>;
  readonly row: Row;
  readonly isHeader: boolean;
}

function Cell<Row>({ column: { key, align, cell }, row, isHeader }: CellProps<Row>): VNode {
  if (isHeader)
    return (
      <th scope="row" class={align} data-column={key}>
        {cell(row)}
      </th>
    );
  return (
    <td class={align} data-column={key}>
      {cell(row)}
    </td>
  );
}

// Rows that are not drawn take their room.
function Gap({ height, span }: { readonly height: number; readonly span: number }): VNode | null {
  if (height <= 0) return null;
  return (
    <tr class="gap" aria-hidden="true">
      <td colSpan={span} style={{ height: `${height}px` }} />
    </tr>
  );
}
