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
        [...parts].map(([part, values]) => [nameOf({ field, part }), packColumn(values)] as const),
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

/** Columns of the same number of rows as one. */
export function joinColumns(all: readonly Columns[]): Columns {
  return { rows: all[0]?.rows ?? 0, columns: Object.assign({}, ...all.map(({ columns }) => columns)) };
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

/** Whether a value is an object whose parts are columns of their own. */
export function isPlain(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Where the values of a column stand in a row. Names of fields have no dot; those of their parts may. */
export function placeOf(name: string): Place {
  const dot = name.indexOf('.');
  return dot < 0 ? { field: name, part: '' } : { field: name.slice(0, dot), part: name.slice(dot + 1) };
}

/** The name of the column of these. */
export function nameOf({ field, part }: Place): string {
  return part === '' ? field : `${field}.${part}`;
}

/** A field, and a part of it where it is an object. */
export interface Place {
  readonly field: string;
  readonly part: string;
}

/** A column of these values, of which null is none. */
export function packColumn(values: readonly unknown[]): Column {
  const [first] = values;
  let [areSame, areNumbers] = [first !== null, true];
  // Hot: a long history has millions of values.
  for (let at = 0; at < values.length && (areSame || areNumbers); at++) {
    const value = values[at];
    areSame &&= value === first;
    areNumbers &&= value === null || typeof value === 'number';
  }
  if (areSame) return { same: [first] };
  // Numbers are as short as their places.
  return areNumbers ? { each: values } : packFew(values);
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

/** The values of a column of so many rows, null where it has none. */
export function valuesOf(column: Column, rows: number): readonly unknown[] {
  if ('same' in column) return Array<unknown>(rows).fill(column.same[0]);
  if ('each' in column) return column.each;
  return column.at.map((place) => (place < 0 ? null : column.few[place]));
}
