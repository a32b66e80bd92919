// Columns that several tables have: ids, effects, times, commits.
import type { ComponentChildren } from 'preact';
import { formatEffect, formatTime } from '../format.ts';
import { trendAddress } from '../views/id-link.ts';
import type { Column } from './data-table.tsx';
import { IdLink } from './links.tsx';

type Value<Row> = Column<Row>['value'];

/** Where ids lead: to the ladder, or with the ids beside them each to a trend of its own. */
export interface IdColumn<Row> {
  readonly machine: string;
  readonly ids?: readonly string[];
  readonly of: (row: Row) => string;
}

/** A column of ids. */
export function idColumn<Row>({ machine, ids, of }: IdColumn<Row>): Column<Row> {
  return textColumn('id', 'Series', of, (row) => {
    const href = ids === undefined ? {} : { href: trendAddress(machine, of(row), ids) };
    return <IdLink machine={machine} id={of(row)} {...href} />;
  });
}

/** A column of changes of the median time. */
export function effectColumn<Row>(
  of: (row: Row) => number | null,
  title = 'Time',
  key = 'effect',
): Column<Row> {
  return numberColumn(key, title, of, formatEffect);
}

/** A column of times in ns. */
export function timeColumn<Row>(key: string, title: string, of: (row: Row) => number | null): Column<Row> {
  return numberColumn(key, title, of, formatTime);
}

/** A column of numbers, and how each is written. */
export function numberColumn<Row>(
  key: string,
  title: string,
  of: (row: Row) => number | null,
  write: (value: number) => ComponentChildren = (value) => value.toLocaleString('en'),
): Column<Row> {
  const cell = (row: Row) => {
    const value = of(row);
    return value === null ? '—' : write(value);
  };
  return { key, title, value: of, cell };
}

/** A column of whatever reads from its start. */
export function textColumn<Row>(
  key: string,
  title: string,
  value: Value<Row>,
  cell: Column<Row>['cell'],
): Column<Row> {
  return { key, title, align: 'start', value, cell };
}
