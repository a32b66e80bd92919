// What to build next, in the curriculum's own order: what it takes, what it unlocks, and what to type for it.
import { commandFor, nextItems } from '@kernel-ladder/curriculum';
import type { Completion, Curriculum, ItemState, NextItem } from '@kernel-ladder/curriculum';

/** An item that is not proven, in its place. */
export interface NextRow extends Pick<
  NextItem,
  'id' | 'title' | 'state' | 'effort' | 'unlocks' | 'waitsFor'
> {
  /** From 1, over all tracks. */
  readonly rank: number;
  /** The first thing missing that a command brings, else the first; null where nothing is named. */
  readonly what: string | null;
  /** How many more are missing. */
  readonly others: number;
  /** What to type at the root of a checkout; null where nothing can be typed. */
  readonly command: string | null;
}

/** Every row, each with its place among all. */
export function nextRows(curriculum: Curriculum, completion: Completion): readonly NextRow[] {
  return nextItems(curriculum, completion).map(({ missing, ...next }, at) => {
    const item = curriculum.items.get(next.id);
    const commands = missing.map((one) => (item ? commandFor(item, one) : null));
    const first = Math.max(
      0,
      commands.findIndex((command) => command !== null),
    );
    const command = commands[first] ?? null;
    return {
      ...next,
      rank: at + 1,
      what: missing[first]?.what ?? null,
      others: Math.max(0, missing.length - 1),
      command: command === null ? null : `pnpm ${command}`,
    };
  });
}

/** The rows of these items, where a track is chosen. */
export function rowsAmong(rows: readonly NextRow[], items: readonly ItemState[]): readonly NextRow[] {
  const ids = new Set(items.map(({ id }) => id));
  return rows.filter(({ id }) => ids.has(id));
}
