// Rows of many tables, gathered under columns of their own: cheaper than to unpack and to pack them.
import { packColumn, valuesOf } from './columns.ts';
import { isOfNumbers } from './split-columns.ts';
import type { SplitColumns } from './split-columns.ts';
import type { Column, Columns } from './types.generated.ts';

/** Columns of the same rows: of what results are, and of what was measured. */
export interface Table {
  readonly series: Columns;
  readonly points: SplitColumns;
}

/** Tables by the names of their columns. */
export type Tables = ReadonlyMap<string, Source>;

/** A column of many tables. */
type Source = NumberSource | WordSource;

interface NumberSource {
  /** Of all columns of all tables; NaN where a row has none. */
  readonly numbers: Float64Array;
  /** Where those of each table begin; −1 where it has not the column. */
  readonly starts: Int32Array;
}

interface WordSource {
  /** Of each table; null of one without the column. */
  readonly lists: readonly (Words | null)[];
  /** The value of all rows, if it is one. */
  readonly same: Same | null;
}

/** A column of words of one table: a value of all its rows, or one for each, null where a row has none. */
type Words = { readonly same: unknown } | { readonly values: readonly unknown[] };

/** Memory for the numbers of tables; whoever joins others in it overwrites them. */
export interface TableRoom {
  numbers: Float64Array;
}

/** Joins tables, column by column; in a room that is given they last until others are joined there. */
export function joinTables(
  tables: readonly Table[],
  room: TableRoom = { numbers: new Float64Array() },
): Tables {
  const numbers = joined(
    tables.map(({ points }) => points.numbers),
    room,
  );
  const places = new Map<string, { lists: (Words | null)[]; starts: Int32Array }>();
  let start = 0;
  for (const [at, { series, points }] of tables.entries())
    for (const [name, list] of [...unfold(series), ...unfold(points.words)]) {
      const own = places.get(name) ?? {
        lists: Array<null>(tables.length).fill(null),
        starts: new Int32Array(tables.length).fill(-1),
      };
      places.set(name, own);
      own.lists[at] = list;
      if (list) continue;
      own.starts[at] = start;
      start += points.words.rows;
    }
  return new Map(
    [...places].map(([name, { lists, starts }]) => {
      const [hasWords, hasNumbers] = [lists.some((list) => list), starts.some((from) => from >= 0)];
      if (hasWords && hasNumbers) throw new Error(`${name} is a number in one run, and a word in another`);
      return [name, hasWords ? { lists, same: sameIn(lists) } : { numbers, starts }];
    }),
  );
}

function joined(lists: readonly Float64Array[], room: TableRoom): Float64Array {
  const count = lists.reduce((sum, { length }) => sum + length, 0);
  if (room.numbers.length < count) room.numbers = new Float64Array(count);
  let at = 0;
  for (const list of lists) {
    room.numbers.set(list, at);
    at += list.length;
  }
  return room.numbers.subarray(0, count);
}

type Lists = readonly (readonly [name: string, list: Words | null])[];

const unfolded = new WeakMap<Columns, Lists>();

// Runs that say the same share their words. Null of a column of numbers.
function unfold(columns: Columns): Lists {
  const found =
    unfolded.get(columns) ??
    Object.entries(columns.columns).map(([name, column]) => [name, wordsOf(column, columns.rows)] as const);
  unfolded.set(columns, found);
  return found;
}

function wordsOf(column: Column, rows: number): Words | null {
  if (isOfNumbers(column, rows)) return null;
  return 'same' in column ? { same: column.same[0] } : { values: valuesOf(column, rows) };
}

type Same = readonly [value: unknown];

// Words alone: equal lists are not the same. A column of one value is packed as such.
function sameIn(lists: readonly (Words | null)[]): Same | null {
  const [first] = lists;
  if (!first || !('same' in first) || !isWord(first.same)) return null;
  return lists.every((list) => list && 'same' in list && list.same === first.same) ? [first.same] : null;
}

function isWord(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'boolean';
}

/** A row of one of some tables. */
export interface Cell {
  readonly table: number;
  readonly row: number;
}

/** Reads the numbers of a column by table and row; NaN where there is none. */
export function numbersAt(tables: Tables, name: string): (table: number, row: number) => number {
  const source = tables.get(name);
  if (!source || !('starts' in source)) return () => Number.NaN;
  const { numbers, starts } = source;
  return (table, row) => {
    const start = starts[table] ?? -1;
    return start < 0 ? Number.NaN : (numbers[start + row] ?? Number.NaN);
  };
}

/** Gathers rows from here and there under the columns of these names; one without a value is left out. */
export function gather(tables: Tables, names: readonly string[], cells: readonly Cell[]): Columns {
  // Beside each other: each is looked at once for every column.
  const places = {
    tables: Int32Array.from(cells, ({ table }) => table),
    rows: Int32Array.from(cells, ({ row }) => row),
  };
  const columns = names.flatMap((name) => {
    const source = tables.get(name);
    const column = source && columnOf(source, places);
    return column ? [[name, column] as const] : [];
  });
  return { rows: cells.length, columns: Object.fromEntries(columns) };
}

interface Places {
  readonly tables: Int32Array;
  readonly rows: Int32Array;
}

function columnOf(source: Source, places: Places): Column | null {
  if ('starts' in source) return columnOfNumbers(source, places);
  return source.same ? { same: [source.same[0]] } : columnOfWords(source, places);
}

// Hot, both: a long history has millions of values.
function columnOfWords({ lists }: WordSource, { tables, rows }: Places): Column | null {
  const values: unknown[] = [];
  let isEmpty = true;
  for (let at = 0; at < rows.length; at++) {
    const value = wordAt(lists[tables[at] ?? -1], rows[at] ?? -1);
    values.push(value);
    if (value !== null) isEmpty = false;
  }
  return isEmpty ? null : packColumn(values);
}

function wordAt(list: Words | null | undefined, row: number): unknown {
  if (!list) return null;
  return 'same' in list ? list.same : (list.values[row] ?? null);
}

function columnOfNumbers({ numbers, starts }: NumberSource, { tables, rows }: Places): Column | null {
  const values: (number | null)[] = [];
  let isEmpty = true;
  for (let at = 0; at < rows.length; at++) {
    const start = starts[tables[at] ?? -1] ?? -1;
    const value = start < 0 ? Number.NaN : (numbers[start + (rows[at] ?? 0)] ?? Number.NaN);
    const isNumber = !Number.isNaN(value);
    values.push(isNumber ? value : null);
    if (isNumber) isEmpty = false;
  }
  return isEmpty ? null : packColumn(values);
}
