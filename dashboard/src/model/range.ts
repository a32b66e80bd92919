// The part of a trend that is shown: from one commit to another, as the address names them, and the ways to more or less of it.
import { columnKey } from './trend.ts';
import type { TrendColumn } from './trend.ts';

/** The first and the last column that are shown. */
export interface Span {
  readonly first: number;
  readonly last: number;
}

/** A span, and what of the wish for it cannot be had. */
export interface Shown extends Span {
  readonly notes: readonly string[];
}

/** The span that `from..to` names, where an end may be left out; all columns where it names none of them. */
export function spanOf(columns: readonly TrendColumn[], range: string | null): Shown {
  const whole = { first: 0, last: columns.length - 1, notes: [] };
  if (range === null || columns.length === 0) return whole;
  const [from = '', to = ''] = range.split('..');
  const first = placeOf(columns, from, 0);
  // A commit that ran under two keys ends a range where it ran last.
  const last = placeOf(columns.toReversed(), to, 0);
  const missing = [...(first === null ? [from] : []), ...(last === null ? [to] : [])];
  const notes = missing.map((name) => `No commit “${name}” in this trend; showing all from that end on.`);
  const [low, high] = [first ?? 0, columns.length - 1 - (last ?? 0)];
  return { first: Math.min(low, high), last: Math.max(low, high), notes };
}

function placeOf(columns: readonly TrendColumn[], name: string, end: number): number | null {
  if (name === '') return end;
  const found = columns.findIndex(
    (column) => columnKey(column) === name || (name.length >= 4 && column.commit.sha.startsWith(name)),
  );
  return found < 0 ? null : found;
}

/** How an address names a span; null for all columns. Ends that are those of the data stay open, so that more of it comes into view. */
export function rangeOf(columns: readonly TrendColumn[], { first, last }: Span): string | null {
  const end = columns.length - 1;
  const nameAt = (place: number) => {
    const column = columns[place];
    return column === undefined ? '' : columnKey(column);
  };
  if (first <= 0 && last >= end) return null;
  return `${first <= 0 ? '' : nameAt(first)}..${last >= end ? '' : nameAt(last)}`;
}

/** A span of `factor` times as many columns about the same middle, never fewer than two. */
export function zoomed(span: Span, factor: number, count: number): Span {
  const width = span.last - span.first;
  const wanted = factor < 1 ? Math.floor(width * factor) : Math.ceil(Math.max(width, 1) * factor);
  const next = Math.min(count - 1, Math.max(1, wanted));
  const first = Math.round((span.first + span.last - next) / 2);
  return within({ first, last: first + next }, count);
}

/** The span moved by half of itself, to the older commits or to the newer ones. */
export function moved(span: Span, direction: -1 | 1, count: number): Span {
  const step = direction * Math.max(1, Math.floor((span.last - span.first) / 2));
  return within({ first: span.first + step, last: span.last + step }, count);
}

// A span that would reach beyond an end is pushed back in.
function within({ first, last }: Span, count: number): Span {
  const width = Math.min(last - first, count - 1);
  const start = Math.max(0, Math.min(first, count - 1 - width));
  return { first: start, last: start + width };
}
