// Rows of one shape as columns: a field's name stands once, a value that every row has stands once, and few values stand once each.
import { InvalidDocument } from './invalid.ts';
import type { Column, Columns } from './types.generated.ts';

/** A row: fields, of which an object's are columns of their own. */
export interface ColumnRow {
  readonly [field: string]: unknown;
}

/** Rows by column. Fields that are undefined are left out; no field may be null. */
export function packRows(rows: readonly object[]): Columns {
  const columns = new Map<string, Parts>();
  // Loops, and no entries: a long history has millions of values.
  for (let at = 0; at < rows.length; at++) {
    // Rows are plain objects.
    const row = rows[at] as ColumnRow;
    for (const field of Object.keys(row)) {
      const value = row[field];
      if (value === undefined) continue;
      const parts = columns.get(field) ?? new Map<string, unknown[]>();
      if (parts.size === 0) columns.set(field, parts);
      if (isPlain(value)) putParts(parts, value as ColumnRow, { at, rows: rows.length });
      else columnOf(parts, '', rows.length)[at] = value;
    }
  }
  const named = [...columns].flatMap(([field, parts]) =>
    [...parts].map(
      ([part, values]) => [part === '' ? field : `${field}.${part}`, packColumn(values)] as const,
    ),
  );
  return { rows: rows.length, columns: Object.fromEntries(named) };
}

// The columns of a field: one, or one for each part of an object.
type Parts = Map<string, unknown[]>;

function putParts(
  parts: Parts,
  value: ColumnRow,
  { at, rows }: { readonly at: number; readonly rows: number },
): void {
  for (const part of Object.keys(value)) columnOf(parts, part, rows)[at] = value[part];
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
 * Gathers under the columns of these names, value by value: cheaper than to unpack and to pack rows. A column without a value is left
 * out.
 */
export function gathererOf(names: readonly string[]): Gatherer {
  const expansions = new Map<Columns, readonly Values[]>();
  const expanded = (columns: Columns) => {
    const known = expansions.get(columns) ?? names.map((name) => valuesIn(columns, name));
    expansions.set(columns, known);
    return known;
  };
  return (cells) => {
    const sources = cells.map(({ columns }) => expanded(columns));
    const gathered = names.flatMap((name, column) => {
      const values = valuesAt(cells, sources, column);
      return values ? [[name, packColumn(values)] as const] : [];
    });
    return { rows: cells.length, columns: Object.fromEntries(gathered) };
  };
}

// A value a row; null of a column that is not there.
type Values = readonly unknown[] | null;

function valuesIn({ columns, rows }: Columns, name: string): Values {
  const column = Object.hasOwn(columns, name) ? columns[name] : undefined;
  return column ? valuesOf(column, rows) : null;
}

// Null where no row has a value.
function valuesAt(cells: readonly Cell[], sources: readonly (readonly Values[])[], column: number): Values {
  const values = Array<unknown>(cells.length);
  let isEmpty = true;
  for (let at = 0; at < cells.length; at++) {
    const value = sources[at]?.[column]?.[cells[at]?.row ?? -1] ?? null;
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
