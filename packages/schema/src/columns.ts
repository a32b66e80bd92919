// Rows of one shape as columns: a field's name stands once, a value that every row has stands once, and few values stand once each.
import { InvalidDocument } from './invalid.ts';
import type { Column, Columns } from './types.generated.ts';

/** A row: fields, of which an object's are columns of their own. */
export interface ColumnRow {
  readonly [field: string]: unknown;
}

/** Rows by column. Fields that are undefined are left out; no field may be null. */
export function packRows(rows: readonly object[]): Columns {
  const flat = rows.map(flatten);
  const names = new Set(flat.flatMap((row) => [...row.keys()]));
  const columns = [...names].map((name) => {
    const values = flat.map((row) => row.get(name) ?? null);
    return [name, packColumn(values)] as const;
  });
  return { rows: rows.length, columns: Object.fromEntries(columns) };
}

/** The rows again. Throws InvalidDocument with `file` where a column has not a value a row. */
export function unpackRows(file: string, { rows, columns }: Columns): readonly ColumnRow[] {
  const read: Record<string, unknown>[] = Array.from({ length: rows }, () => ({}));
  for (const [name, column] of Object.entries(columns)) {
    const values = valuesOf(column, rows);
    if (values.length !== rows)
      throw new InvalidDocument(`${file}: /columns/${name}: ${values.length} values for ${rows} rows`);
    const [field, part] = namesOf(name);
    for (const [at, row] of read.entries()) {
      const value = values[at] ?? null;
      if (value !== null) put(row, { field, part }, value);
    }
  }
  return read;
}

function flatten(row: object): ReadonlyMap<string, unknown> {
  const flat = new Map<string, unknown>();
  for (const [field, value] of Object.entries(row)) {
    if (value === undefined) continue;
    if (!isPlain(value)) flat.set(field, value);
    else for (const [part, inner] of Object.entries(value)) flat.set(`${field}.${part}`, inner);
  }
  return flat;
}

function isPlain(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

// Names of fields have no dot; those of their parts may.
function namesOf(name: string): readonly [field: string, part: string | undefined] {
  const dot = name.indexOf('.');
  return dot < 0 ? [name, undefined] : [name.slice(0, dot), name.slice(dot + 1)];
}

interface Place {
  readonly field: string;
  readonly part: string | undefined;
}

// Own properties alone, whatever a file calls its columns.
function put(row: Record<string, unknown>, { field, part }: Place, value: unknown): void {
  if (part === undefined) return define(row, field, value);
  const inner = Object.hasOwn(row, field) ? row[field] : undefined;
  if (isPlain(inner)) define(inner, part, value);
  else define(row, field, Object.fromEntries([[part, value]]));
}

function define(target: object, name: string, value: unknown): void {
  if (name === '__proto__')
    Object.defineProperty(target, name, { value, enumerable: true, configurable: true, writable: true });
  else (target as Record<string, unknown>)[name] = value;
}

function packColumn(values: readonly unknown[]): Column {
  const texts = values.map((value) => (typeof value === 'object' ? JSON.stringify(value) : value));
  const places = new Map<unknown, number>();
  const few: unknown[] = [];
  const at = texts.map((text, row) => {
    if (values[row] === null) return -1;
    const known = places.get(text);
    if (known !== undefined) return known;
    places.set(text, few.length);
    return few.push(values[row]) - 1;
  });
  if (few.length === 1 && !at.includes(-1)) return { same: [few[0]] };
  // Numbers are as short as their places.
  const isWorthIt = few.length * 2 <= values.length && few.some((value) => typeof value !== 'number');
  return isWorthIt ? { few, at } : { each: values };
}

function valuesOf(column: Column, rows: number): readonly unknown[] {
  if ('same' in column) return Array.from({ length: rows }, () => column.same[0]);
  if ('each' in column) return column.each;
  return column.at.map((place) => (place < 0 ? null : column.few[place]));
}
