// Where something other than the code changed between two columns of a trend.
import { shortHash } from '../format.ts';
import type { TrendColumn } from './trend.ts';

/** A change of the machine, drawn before its column. */
export interface Break {
  readonly column: number;
  /** What it is from here on, as in `card 5e6f7a8b`. */
  readonly text: string;
}

/** Columns that ran on no physical card of the last column whose cards are known. */
export function breaksOf(columns: readonly TrendColumn[]): readonly Break[] {
  let before: readonly string[] = [];
  return columns.flatMap((column, at): readonly Break[] => {
    const cards = [...new Set(column.runs.flatMap(({ card }) => card ?? []))];
    if (cards.length === 0) return [];
    const was = before;
    before = cards;
    if (was.length === 0 || cards.some((card) => was.includes(card))) return [];
    return [
      { column: at, text: `${cards.length === 1 ? 'card' : 'cards'} ${cards.map(shortHash).join(', ')}` },
    ];
  });
}
