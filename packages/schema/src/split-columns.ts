// Columns whose numbers stand apart from their words: runs that say the same share the words, and their numbers need no text.
import { placeOf, valuesOf } from './columns.ts';
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

/** A plan for rows that are these but for numbers; `numberAt` is where a run has the number at a place of a row, if it has another. */
export function planColumns(
  { rows, columns }: Columns,
  numberAt: (row: number, place: Place) => number | undefined,
): ColumnPlan {
  const [places, constants]: [number[], number[]] = [[], []];
  const words = Object.entries(columns).map(([name, column]): readonly [string, Column] => {
    const values = valuesOf(column, rows);
    if (!areNumbers(values)) return [name, column];
    const place = placeOf(name);
    values.forEach((value, row) => {
      places.push(value === null ? -1 : (numberAt(row, place) ?? -1));
      constants.push(value ?? Number.NaN);
    });
    return [name, { each: [] }];
  });
  return {
    words: { rows, columns: Object.fromEntries(words) },
    places: Int32Array.from(places),
    constants: Float64Array.from(constants),
  };
}

function areNumbers(values: readonly unknown[]): values is readonly (number | null)[] {
  return values.every((value) => value === null || typeof value === 'number');
}

/** The columns of a run with these numbers. */
export function fillColumns({ words, places, constants }: ColumnPlan, numbers: Float64Array): SplitColumns {
  const own = Float64Array.from(constants);
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
