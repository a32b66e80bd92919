// One row of all_reduce_perf's table.
import { InvalidDocument } from '@kernel-ladder/schema';
import type { ReferenceRow } from '@kernel-ladder/schema';

/** A line of a file, with its number from 1. */
export interface Line {
  readonly file: string;
  readonly number: number;
  readonly text: string;
}

/** A row, and what it says besides: enough to tell that it is an allreduce, and over how many ranks. */
export interface ParsedRow {
  readonly line: Line;
  readonly row: ReferenceRow;
  readonly dataType: string | undefined;
  readonly reduction: string | undefined;
  readonly algbw: Printed;
  readonly busbw: Printed;
}

/** A number as it was printed; the true one is at most half a unit of the last digit away. */
export interface Printed {
  readonly value: number;
  readonly slack: number;
}

/** Reads a row by the names in the table's header; throws InvalidDocument where it is not one of an allreduce. */
export function parseRow(line: Line, columns: readonly string[]): ParsedRow {
  const cells = line.text.trim().split(/\s+/);
  if (cells.length !== columns.length)
    throw fault(line, `${cells.length} columns, but the header has ${columns.length}: "${line.text.trim()}"`);
  const cellOf = (name: string, which = 0) => cells[indexOf(columns, name, which)];
  const number = (name: string, which = 0) => readNumber(line, name, cellOf(name, which));
  refuseOthers(line, cellOf('redop'), cellOf('root'));
  const wrong = [0, 1].map((which) => wrongOf(line, cellOf('#wrong', which)));
  const [checked] = wrong.filter((count) => count !== undefined);
  return {
    line,
    row: {
      bytes: number('size'),
      timeUs: number('time'),
      ...(cellOf('time', 1) === undefined ? {} : { inPlaceUs: number('time', 1) }),
      ...(checked === undefined ? {} : { wrong: checked }),
    },
    dataType: cellOf('type'),
    reduction: cellOf('redop'),
    algbw: { value: number('algbw'), slack: slackOf(cellOf('algbw')) },
    busbw: { value: number('busbw'), slack: slackOf(cellOf('busbw')) },
  };
}

/** The fault of a line, as `file: line: message`. */
export function fault({ file, number }: Line, message: string): InvalidDocument {
  return new InvalidDocument(`${file}: ${number}: ${message}`);
}

// A header names some columns twice: out of place, then in place.
function indexOf(columns: readonly string[], name: string, which: number): number {
  const places = columns.flatMap((column, index) => (column === name ? [index] : []));
  return places[which] ?? -1;
}

// Collectives that reduce nothing say "none"; those that end at or start from one rank name it.
function refuseOthers(line: Line, redop: string | undefined, root: string | undefined): void {
  if (redop === 'none') throw fault(line, 'redop is "none": not an allreduce');
  if (root !== undefined && root !== '-1')
    throw fault(line, `root is ${root}: not an allreduce, which has none`);
}

function readNumber(line: Line, name: string, cell: string | undefined): number {
  if (cell === undefined) throw fault(line, `the header has no "${name}" column`);
  const value = Number(cell);
  if (!Number.isFinite(value) || value < 0) throw fault(line, `"${cell}" is no ${name}`);
  return value;
}

function slackOf(cell: string | undefined): number {
  const decimals = cell?.split('.')[1]?.length ?? 0;
  return 0.5 * 10 ** -decimals;
}

// A timing of wrong results is no measurement.
function wrongOf(line: Line, cell: string | undefined): number | undefined {
  if (cell === undefined || cell === 'N/A') return undefined;
  const count = readNumber(line, '#wrong', cell);
  if (count > 0) throw fault(line, `${count} wrong elements: the run failed its own check`);
  return count;
}
