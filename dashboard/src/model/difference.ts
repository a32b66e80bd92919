// What one text has that another has not, line by line, as a table's rows.
import { diffArrays } from 'diff';
import { linesOf, textLines } from './wgsl.ts';
import type { Line } from './wgsl.ts';

/** A line of one text, counted from one. */
export interface NumberedLine {
  readonly number: number;
  readonly tokens: Line;
}

/** A line that both have, or one of them. */
export type DifferenceRow =
  | { readonly kind: 'same'; readonly before: NumberedLine; readonly after: NumberedLine }
  | { readonly kind: 'removed'; readonly before: NumberedLine; readonly after: null }
  | { readonly kind: 'added'; readonly before: null; readonly after: NumberedLine };

/** Two lines side by side; a `changed` row has a line that is gone beside one that came. */
export interface PairedRow {
  readonly kind: 'same' | 'removed' | 'added' | 'changed';
  readonly before: NumberedLine | null;
  readonly after: NumberedLine | null;
}

/** Two texts beside each other. */
export interface Difference {
  readonly rows: readonly DifferenceRow[];
  readonly added: number;
  readonly removed: number;
  /** True where the texts are too far apart to say which lines stayed: all of one are removed, all of the other added. */
  readonly isWhole: boolean;
}

/** Myers' algorithm takes the square of so many edits: beyond it the page would stand still. */
const mostEdits = 2000;

/** Compares two texts line by line. */
export function differenceOf(before: string, after: string): Difference {
  const [old, fresh] = [numbered(before), numbered(after)];
  const [oldTexts, freshTexts] = [textLines(before), textLines(after)];
  const changes = diffArrays([...oldTexts], [...freshTexts], { maxEditLength: mostEdits });
  const rows = changes ? rowsOf(changes, old, fresh) : [...removed(old), ...added(fresh)];
  return {
    rows,
    added: rows.filter(({ kind }) => kind === 'added').length,
    removed: rows.filter(({ kind }) => kind === 'removed').length,
    isWhole: changes === undefined,
  };
}

type Changes = readonly { readonly count: number; readonly added: boolean; readonly removed: boolean }[];

function rowsOf(
  changes: Changes,
  old: readonly NumberedLine[],
  fresh: readonly NumberedLine[],
): readonly DifferenceRow[] {
  let [left, right] = [0, 0];
  return changes.flatMap((change): readonly DifferenceRow[] => {
    const before = old.slice(left, change.added ? left : left + change.count);
    const after = fresh.slice(right, change.removed ? right : right + change.count);
    left += before.length;
    right += after.length;
    if (change.removed) return removed(before);
    if (change.added) return added(after);
    return before.flatMap((line, at) => {
      const other = after[at];
      return other ? [{ kind: 'same' as const, before: line, after: other }] : [];
    });
  });
}

function removed(lines: readonly NumberedLine[]): readonly DifferenceRow[] {
  return lines.map((before) => ({ kind: 'removed', before, after: null }));
}

function added(lines: readonly NumberedLine[]): readonly DifferenceRow[] {
  return lines.map((after) => ({ kind: 'added', before: null, after }));
}

function numbered(text: string): readonly NumberedLine[] {
  return linesOf(text).map((tokens, at) => ({ number: at + 1, tokens }));
}

/** Puts lines that are gone beside those that came in their place. */
export function pairedRows(rows: readonly DifferenceRow[]): readonly PairedRow[] {
  return stretchesOf(rows).flatMap((stretch): readonly PairedRow[] => {
    if (stretch[0]?.kind === 'same') return stretch;
    const gone = stretch.flatMap(({ before }) => before ?? []);
    const came = stretch.flatMap(({ after }) => after ?? []);
    return Array.from({ length: Math.max(gone.length, came.length) }, (_, at): PairedRow => {
      const [before = null, after = null] = [gone[at], came[at]];
      const kind = before === null ? 'added' : after === null ? 'removed' : 'changed';
      return { kind, before, after };
    });
  });
}

/** Rows in their order: those to read, and between them unchanged ones to skip. */
export interface Stretch<Row> {
  readonly isFolded: boolean;
  readonly rows: readonly Row[];
}

/** Folds what is further than `context` lines from any change; a fold that would hide fewer than four lines stays open. */
export function foldedRows<Row extends { readonly kind: PairedRow['kind'] }>(
  rows: readonly Row[],
  context = 3,
): readonly Stretch<Row>[] {
  const stretches = stretchesOf(rows);
  return stretches.flatMap((stretch, at): readonly Stretch<Row>[] => {
    const open = { isFolded: false, rows: stretch };
    if (stretch[0]?.kind !== 'same') return [open];
    const head = at === 0 ? 0 : context;
    const tail = at === stretches.length - 1 ? stretch.length : stretch.length - context;
    if (tail - head < fewestFolded) return [open];
    return [
      { isFolded: false, rows: stretch.slice(0, head) },
      { isFolded: true, rows: stretch.slice(head, tail) },
      { isFolded: false, rows: stretch.slice(tail) },
    ].filter((part) => part.rows.length > 0);
  });
}

const fewestFolded = 4;

// Rows that changed stand together, and so do those that did not.
function stretchesOf<Row extends { readonly kind: PairedRow['kind'] }>(
  rows: readonly Row[],
): readonly (readonly Row[])[] {
  const starts = rows.flatMap((row, at) => {
    const before = rows[at - 1];
    return before !== undefined && (before.kind === 'same') === (row.kind === 'same') ? [] : [at];
  });
  return starts.map((start, at) => rows.slice(start, starts[at + 1]));
}
