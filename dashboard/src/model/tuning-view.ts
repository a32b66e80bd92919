// Which search of a table is shown, and over which two of its parameters: wishes of the address, and what the table has.
import type { TuningEntry, TuningTable } from '@kernel-ladder/schema';
import { combinationsOf, parametersOf, tuningMap } from './tuning.ts';
import type { Combination, Parameter, TuningMap } from './tuning.ts';

/** What an address asks for; null leaves the choice to the data. */
export interface SearchWish {
  readonly rung: string | null;
  readonly class: string | null;
  readonly up: string | null;
  readonly across: string | null;
}

/** A search as it is shown. */
export interface SearchView {
  readonly entry: TuningEntry;
  readonly combinations: readonly Combination[];
  /** Those with more than one value, the most important first. */
  readonly parameters: readonly Parameter[];
  /** Null where fewer than two parameters vary. */
  readonly map: TuningMap | null;
  /** What was asked for and is not there. */
  readonly notes: readonly string[];
}

/** The search that is asked for, the first of the table where there is no such; null of an empty table. */
export function searchView({ family, entries }: TuningTable, wish: SearchWish): SearchView | null {
  const own = entries.filter(({ rung }) => wish.rung === null || rung === wish.rung);
  const named = own.find((entry) => wish.class === null || entry.class === wish.class);
  const entry = named ?? own[0] ?? entries[0];
  if (!entry) return null;
  const combinations = combinationsOf(entry);
  const parameters = parametersOf(entry, combinations);
  const axes = axesOf(parameters, wish);
  const asked = [wish.rung, wish.class].filter((each) => each !== null).join(' ');
  return {
    entry,
    combinations,
    parameters,
    map: axes && tuningMap(combinations, entry.landscape.parameters, axes),
    notes: [
      ...(named ? [] : [`No search of ${family} “${asked}” here; showing ${entry.rung} ${entry.class}.`]),
      ...[wish.up, wish.across].flatMap((name) =>
        name === null || parameters.some((each) => each.name === name)
          ? []
          : [`No parameter “${name}” with two values in this search; showing another.`],
      ),
      ...(axes && wish.up !== null && wish.up === wish.across
        ? [`“${wish.up}” cannot be on both axes; showing ${axes.across.name} across.`]
        : []),
    ],
  };
}

function axesOf(
  parameters: readonly Parameter[],
  wish: Pick<SearchWish, 'up' | 'across'>,
): Pick<TuningMap, 'up' | 'across'> | null {
  const named = (name: string | null) => parameters.find((each) => each.name === name);
  const wished = named(wish.across);
  const up = named(wish.up) ?? parameters.find((each) => each !== wished);
  const across = wished && wished !== up ? wished : parameters.find((each) => each !== up);
  return up && across ? { up, across } : null;
}
