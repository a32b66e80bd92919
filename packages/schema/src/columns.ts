// Rows of one shape as columns: a field's name stands once, a value that every row has stands once, and few values stand once each.
import { InvalidDocument } from './invalid.ts';
import type { Column, Columns } from './types.generated.ts';

/** A row: fields, of which an object's are columns of their own. */
export interface ColumnRow {
  readonly [field: string]: unknown;
}

/** Rows by column. Fields that are undefined are left out; no field may be null. */
export function packRows(rows: readonly object[]): Columns {
  const { put, packed } = gather(rows.length);
  // Loops, and no entries: a long history has millions of values.
  for (let at = 0; at < rows.length; at++) {
    // Rows are plain objects.
    const row = rows[at] as ColumnRow;
    for (const field of Object.keys(row)) {
      const value = row[field];
      if (value === undefined) continue;
      if (isPlain(value))
        for (const part of Object.keys(value)) put({ field, part }, at, (value as ColumnRow)[part]);
      else put({ field, part: '' }, at, value);
    }
  }
  return packed();
}

/** A value of a row: a field of it, or a part of a field that is an object. */
export interface PackedCell extends Place {
  readonly value: unknown;
  /** Its place in the list of the row's numbers, where it is one of them. */
  readonly number?: number | undefined;
}

/** The same of rows by their cells: rows that differ in numbers alone share them. */
export function packCells(
  rows: readonly {
    readonly cells: readonly PackedCell[];
    /** Those of a row begin at a place. */
    readonly numbers: readonly number[];
    readonly first: number;
  }[],
): Columns {
  const { put, packed } = gather(rows.length);
  for (const [at, { cells, numbers, first }] of rows.entries())
    for (const cell of cells)
      put(cell, at, cell.number === undefined ? cell.value : numbers[first + cell.number]);
  return packed();
}

/** The cells of a row, as `packRows` has them. */
export function cellsOf(row: object): readonly PackedCell[] {
  return Object.entries(row).flatMap(([field, value]): readonly PackedCell[] => {
    if (isPlain(value)) return Object.entries(value).map(([part, own]) => ({ field, part, value: own }));
    return value === undefined ? [] : [{ field, part: '', value }];
  });
}

// The columns of a field: one, or one for each part of an object.
type Parts = Map<string, unknown[]>;

function gather(rows: number) {
  const columns = new Map<string, Parts>();
  return {
    put: ({ field, part }: Place, at: number, value: unknown) => {
      const parts = columns.get(field) ?? new Map<string, unknown[]>();
      if (parts.size === 0) columns.set(field, parts);
      columnOf(parts, part, rows)[at] = value;
    },
    packed: (): Columns => {
      const named = [...columns].flatMap(([field, parts]) =>
        [...parts].map(
          ([part, values]) => [part === '' ? field : `${field}.${part}`, packColumn(values)] as const,
        ),
      );
      return { rows, columns: Object.fromEntries(named) };
    },
  };
}

function columnOf(parts: Parts, part: string, rows: number): unknown[] {
  const known = parts.get(part);
  if (known) return known;
  const values = Array<unknown>(rows).fill(null);
  parts.set(part, values);
  return values;
}

/** The rows again. Throws InvalidDocument with `file` where a column has not a value a row. */
export function unpackRows(file: string, { rows, columns }: Columns): readonly ColumnRow[] {
  const read: Fields[] = Array.from({ length: rows }, () => ({}));
  for (const [name, column] of Object.entries(columns)) {
    const values = valuesOf(column, rows);
    if (values.length !== rows)
      throw new InvalidDocument(`${file}: /columns/${name}: ${values.length} values for ${rows} rows`);
    const place = placeOf(name);
    // Every object has such a name, and it is nobody's field.
    if (place.field === '__proto__' || place.part === '__proto__')
      throw new InvalidDocument(`${file}: /columns: "${name}" is no name of a field`);
    putColumn(read, place, values);
  }
  return read;
}

/** A row of some columns. */
export interface Cell {
  readonly columns: Columns;
  readonly row: number;
}

/** The names of all columns, each once. */
export function columnNames(all: readonly Columns[]): readonly string[] {
  return [...new Set(all.flatMap(({ columns }) => Object.keys(columns)))];
}

/** Columns of the same number of rows as one. */
export function joinColumns(all: readonly Columns[]): Columns {
  return { rows: all[0]?.rows ?? 0, columns: Object.assign({}, ...all.map(({ columns }) => columns)) };
}

/** Gathers rows from here and there under columns of some names. */
export type Gatherer = (cells: readonly Cell[]) => Columns;

/**
 * Gathers rows of `all` under the columns of these names, value by value: cheaper than to unpack and to pack rows. A column without a
 * value is left out.
 */
export function gathererOf(all: readonly Columns[], names: readonly string[]): Gatherer {
  const firsts = new Map<Columns, number>();
  let rows = 0;
  for (const columns of all) {
    firsts.set(columns, rows);
    rows += columns.rows;
  }
  // The columns of all, one behind the other: many gather from the same.
  const joined = names.map((name) => all.flatMap((columns) => valuesIn(columns, name)));
  return (cells) => {
    const places = cells.map(({ columns, row }) => (firsts.get(columns) ?? Number.NaN) + row);
    const gathered = names.flatMap((name, column) => {
      const values = valuesAt(places, joined[column] ?? []);
      return values ? [[name, packColumn(values)] as const] : [];
    });
    return { rows: cells.length, columns: Object.fromEntries(gathered) };
  };
}

// A value a row; nulls of a column that is not there.
function valuesIn({ columns, rows }: Columns, name: string): readonly unknown[] {
  const column = Object.hasOwn(columns, name) ? columns[name] : undefined;
  return column ? valuesOf(column, rows) : Array<null>(rows).fill(null);
}

// Null where no row has a value.
function valuesAt(places: readonly number[], joined: readonly unknown[]): readonly unknown[] | null {
  const values = Array<unknown>(places.length);
  let isEmpty = true;
  // Hot: a long history has millions of values.
  for (let at = 0; at < places.length; at++) {
    const value = joined[places[at] ?? -1] ?? null;
    values[at] = value;
    if (value !== null) isEmpty = false;
  }
  return isEmpty ? null : values;
}

type Fields = Record<string, unknown>;

// Hot: a long history has millions of values.
function putColumn(rows: readonly Fields[], { field, part }: Place, values: readonly unknown[]): void {
  for (let at = 0; at < rows.length; at++) {
    const [row, value] = [rows[at], values[at] ?? null];
    if (row === undefined || value === null) continue;
    if (part === '') row[field] = value;
    else innerOf(row, field)[part] = value;
  }
}

function innerOf(row: Fields, field: string): Fields {
  const inner = Object.hasOwn(row, field) ? row[field] : undefined;
  // Columns of its parts have made it.
  if (isPlain(inner)) return inner as Fields;
  return (row[field] = {}) as Fields;
}

function isPlain(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

// Names of fields have no dot; those of their parts may.
function placeOf(name: string): Place {
  const dot = name.indexOf('.');
  return dot < 0 ? { field: name, part: '' } : { field: name.slice(0, dot), part: name.slice(dot + 1) };
}

// A field, and a part of it where it is an object.
interface Place {
  readonly field: string;
  readonly part: string;
}

function packColumn(values: readonly unknown[]): Column {
  const [first] = values;
  if (first !== null && values.every((value) => value === first)) return { same: [first] };
  // Numbers are as short as their places.
  if (values.every((value) => value === null || typeof value === 'number')) return { each: values };
  return packFew(values);
}

function packFew(values: readonly unknown[]): Column {
  const places = new Map<unknown, number>();
  const few: unknown[] = [];
  const at = values.map((value) => {
    if (value === null) return -1;
    const text = typeof value === 'object' ? JSON.stringify(value) : value;
    const known = places.get(text);
    if (known !== undefined) return known;
    places.set(text, few.length);
    return few.push(value) - 1;
  });
  if (few.length === 1 && !at.includes(-1)) return { same: [few[0]] };
  return few.length * 2 <= values.length ? { few, at } : { each: values };
}

function valuesOf(column: Column, rows: number): readonly unknown[] {
  if ('same' in column) return Array<unknown>(rows).fill(column.same[0]);
  if ('each' in column) return column.each;
  return column.at.map((place) => (place < 0 ? null : column.few[place]));
}
