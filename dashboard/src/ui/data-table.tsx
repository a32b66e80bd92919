// A table of any length: sorted from its headers, only the rows in view drawn, scrolling inside its own box.
import type { ComponentChildren, VNode } from 'preact';
import { useMemo, useRef, useState } from 'preact/hooks';
import { nextSort } from '../state.ts';
import type { Sort } from '../state.ts';
import { useMedia } from './media.ts';
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
  /** On a telephone it stands in the cell of the column before it, so that the numbers behind are in view. */
  readonly isJoined?: true;
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
  const groups = useGroups(columns);
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
            <HeadRow id={id} groups={groups} sort={sort} onSort={onSort} />
          </thead>
          <tbody>
            <Gap height={before} span={groups.length} />
            {indexes.map((index) => {
              const row = ordered[index];
              return row === undefined ? null : (
                <tr key={keyOf(row)} ref={measure} data-index={index} data-id={keyOf(row)}>
                  {cellsOf(groups, row)}
                </tr>
              );
            })}
            <Gap height={after} span={groups.length} />
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

/** As wide as the styles take a telephone to be. */
const telephone = '(max-width: 720px)';

interface OrderProps {
  readonly id: string;
  readonly sort: Sort | null;
  readonly onSort: (sort: Sort | null) => void;
}

/** What stands in one cell: a column, and those that are joined to it. */
type Group<Row> = readonly [Column<Row>, ...Column<Row>[]];

function useGroups<Row>(columns: readonly Column<Row>[]): readonly Group<Row>[] {
  const isNarrow = useMedia(telephone);
  return useMemo(() => groupsOf(columns, isNarrow), [columns, isNarrow]);
}

function groupsOf<Row>(columns: readonly Column<Row>[], isNarrow: boolean): readonly Group<Row>[] {
  const groups: [Column<Row>, ...Column<Row>[]][] = [];
  for (const column of columns) {
    const last = groups.at(-1);
    if (isNarrow && column.isJoined && last) last.push(column);
    else groups.push([column]);
  }
  return groups;
}

function HeadRow<Row>({ groups, ...order }: OrderProps & { readonly groups: readonly Group<Row>[] }): VNode {
  return (
    <tr>
      {groups.map((group) => (
        <Head key={group[0].key} group={group} {...order} />
      ))}
    </tr>
  );
}

function Head<Row>({ id, group, sort, onSort }: OrderProps & { readonly group: Group<Row> }): VNode {
  const [{ key: first, align }] = group;
  const isSorted = group.some(({ key }) => key === sort?.column);
  const direction = isSorted ? (sort?.descending ? 'descending' : 'ascending') : 'none';
  return (
    <th scope="col" aria-sort={direction} data-column={first} class={align}>
      {group.map(({ key, title }) => (
        <button
          key={key}
          id={`${id}-sort-${key}`}
          type="button"
          class={sort?.column === key ? 'sorted' : ''}
          onClick={() => onSort(nextSort(sort, key))}
        >
          {title}
        </button>
      ))}
    </th>
  );
}

function cellsOf<Row>(groups: readonly Group<Row>[], row: Row): readonly VNode[] {
  const header = groups.find(([{ isBefore }]) => !isBefore);
  return groups.map((group) => (
    <Cell key={group[0].key} group={group} row={row} isHeader={group === header} />
  ));
}

interface CellProps<Row> {
  readonly group: Group<Row>;
  readonly row: Row;
  readonly isHeader: boolean;
}

function Cell<Row>({ group, row, isHeader }: CellProps<Row>): VNode {
  const [{ key, align, cell }, ...joined] = group;
  const content = (
    <>
      {cell(row)}
      {joined.map((column) => [
        ' ',
        <span key={column.key} class="joined" data-column={column.key}>
          {column.cell(row)}
        </span>,
      ])}
    </>
  );
  if (isHeader)
    return (
      <th scope="row" class={align} data-column={key}>
        {content}
      </th>
    );
  return (
    <td class={align} data-column={key}>
      {content}
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
