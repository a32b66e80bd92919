// Columns whose numbers stand apart from their words: runs that say the same share the words, and their numbers need no text.
import { isPlain, nameOf, packColumn, placeOf } from './columns.ts';
import type { Place } from './columns.ts';
import type { Column, Columns } from './types.generated.ts';

/** Columns in two parts. */
export interface SplitColumns {
  /** A column of numbers has no value here. */
  readonly words: Columns;
  /** The values of each column of numbers behind those of the one before; NaN where a row has none. */
  readonly numbers: Float64Array;
}

/** How to make columns of the numbers of a run. */
export interface ColumnPlan {
  readonly words: Columns;
  /** Of each value its place among the numbers of a run; −1 of one that every run has. */
  readonly places: Int32Array;
  readonly constants: Float64Array;
}

/** A row by its values. */
export interface RowCells {
  /** The columns that they are in, in the order of `packRows`. Rows with the same columns share their list. */
  readonly names: readonly string[];
  readonly values: readonly unknown[];
  /** Where a run has another number in their place, from a place of the row's own on; −1 of one that every run has. */
  readonly places: Int32Array;
}

/** A row's cells; `numberAt` is where a run has the number at a place of it, if it has another. */
export function cellsOf(row: object, numberAt: (place: Place) => number | undefined): RowCells {
  const cells = Object.entries(row)
    .flatMap(([field, value]) => (isPlain(value) ? partsOf(field, value) : { field, part: '', value }))
    .filter(({ value }) => value !== undefined);
  return {
    names: sharedNames(cells.map(nameOf)),
    values: cells.map(({ value }) => value),
    places: Int32Array.from(cells, (place) => numberAt(place) ?? -1),
  };
}

function partsOf(field: string, value: object) {
  return Object.entries(value).map(([part, own]: [string, unknown]) => ({ field, part, value: own }));
}

const nameLists = new Map<string, readonly string[]>();
const mostNameLists = 1000;

function sharedNames(names: readonly string[]): readonly string[] {
  const text = names.join('\n');
  const known = nameLists.get(text) ?? names;
  if (nameLists.size < mostNameLists) nameLists.set(text, known);
  return known;
}

/** A row of a plan: its cells, and the place in the numbers of a run that those of its own are counted from. */
export interface PlannedRow {
  readonly cells: RowCells;
  readonly first: number;
}

/** A plan for rows that are these but for numbers, under the columns of `packRows`. */
export function planColumns(rows: readonly PlannedRow[]): ColumnPlan {
  const [words, places, constants]: [[string, Column][], number[], number[]] = [[], [], []];
  for (const column of columnsOf(rows)) {
    const areNumbers = column.values.every((value) => value === null || typeof value === 'number');
    words.push([column.name, areNumbers ? { each: [] } : packColumn(column.values)]);
    if (!areNumbers) continue;
    // Hot: where a word changes from run to run, every run has a plan of its own.
    for (const place of column.places) places.push(place);
    for (const value of column.values) constants.push(typeof value === 'number' ? value : Number.NaN);
  }
  return {
    words: { rows: rows.length, columns: Object.fromEntries(words) },
    places: Int32Array.from(places),
    constants: Float64Array.from(constants),
  };
}

interface PlannedColumn {
  readonly name: string;
  /** Null where a row has none. */
  readonly values: unknown[];
  readonly places: number[];
}

function columnsOf(rows: readonly PlannedRow[]): readonly PlannedColumn[] {
  const columns = namesIn(rows).map((name) => ({
    name,
    values: Array<unknown>(rows.length).fill(null),
    places: Array<number>(rows.length).fill(-1),
  }));
  const byName = new Map(columns.map((column) => [column.name, column]));
  const byList = new Map<readonly string[], readonly (PlannedColumn | undefined)[]>();
  for (const [at, { cells, first }] of rows.entries()) {
    const { names, values, places } = cells;
    const own = byList.get(names) ?? names.map((name) => byName.get(name));
    byList.set(names, own);
    // As hot.
    for (let cell = 0; cell < own.length; cell++) {
      const [column, place = -1] = [own[cell], places[cell]];
      if (!column) continue;
      column.values[at] = values[cell];
      if (place >= 0) column.places[at] = first + place;
    }
  }
  return columns;
}

// Those of parts behind those of other parts of their field.
function namesIn(rows: readonly PlannedRow[]): readonly string[] {
  const lists = new Set(rows.map(({ cells }) => cells.names));
  const names = new Set([...lists].flat());
  return [...Map.groupBy(names, (name) => placeOf(name).field).values()].flat();
}

/** The columns of a run with these numbers. */
export function fillColumns({ words, places, constants }: ColumnPlan, numbers: Float64Array): SplitColumns {
  const own = constants.slice();
  // Hot: a long history has millions of numbers.
  for (let at = 0; at < own.length; at++) {
    const place = places[at] ?? -1;
    if (place >= 0) own[at] = numbers[place] ?? Number.NaN;
  }
  return { words, numbers: own };
}

/** How many numbers columns with these words have. */
export function numbersOfWords({ rows, columns }: Columns): number {
  return rows * Object.values(columns).filter((column) => isOfNumbers(column, rows)).length;
}

/** Whether a column of words has its values among the numbers. */
export function isOfNumbers(column: Column, rows: number): boolean {
  return rows > 0 && 'each' in column && column.each.length === 0;
}

/** Both parts as one. */
export function mergeColumns({ words: { rows, columns }, numbers }: SplitColumns): Columns {
  let from = 0;
  const merged = Object.entries(columns).map(([name, column]): readonly [string, Column] => {
    if (!isOfNumbers(column, rows)) return [name, column];
    const each = [...numbers.subarray(from, (from += rows))].map((value) =>
      Number.isNaN(value) ? null : value,
    );
    return [name, { each }];
  });
  return { rows, columns: Object.fromEntries(merged) };
}
