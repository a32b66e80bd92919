// The rows of the grid that a reader has chosen, and the trends that show them together.
import type { GridRow } from '@kernel-ladder/schema';
import { addressOf } from '../state.ts';

/** A trend of the chosen series of one family. */
export interface ChosenTrend {
  readonly family: string;
  readonly count: number;
  readonly href: string;
}

/** One trend a family, as series of two families share none; rates of floats and of integers share no axis, times do. */
export function chosenTrends(
  machine: string,
  rows: readonly GridRow[],
  chosen: readonly string[],
): readonly ChosenTrend[] {
  const picked = chosen.flatMap((id) => rows.find((row) => row.id === id) ?? []);
  return [...Map.groupBy(picked, ({ family }) => family)].map(([family, own]) => {
    const isMixed = new Set(own.map(({ integer = false }) => integer)).size > 1;
    const metric = isMixed ? 'medianNs' : null;
    const series = own.map(({ id }) => id);
    return {
      family,
      count: own.length,
      href: addressOf({ machine, family, case: own[0]?.case ?? null, series, metric }),
    };
  });
}

/** The choice with a row taken in, or taken out. */
export function withRow(chosen: readonly string[], id: string, isTaken: boolean): readonly string[] {
  const others = chosen.filter((one) => one !== id);
  return isTaken ? [...others, id] : others;
}

/** A sentence for each chosen id that no row has. */
export function choiceNotes(rows: readonly GridRow[], chosen: readonly string[]): readonly string[] {
  const strange = chosen.filter((id) => !rows.some((row) => row.id === id));
  return strange.map((id) => `No series “${id}” on this machine to choose.`);
}
