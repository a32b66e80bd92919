import { matches } from '@kernel-ladder/schema/select';
// What the families of this checkout register, for saying what an item still lacks.
import type { Item, ItemState, Lacking } from '@kernel-ladder/curriculum';
import { CommandFailure, exitCodes } from '../failure.ts';
import { findFamilies } from '../process/families.ts';
import type { Survey } from '../process/survey.ts';
import type { Io } from '../io.ts';
import { familiesIn } from '../run/suites.ts';
import { surveyFamilies } from '../process/survey.ts';

/** One item as it is shown: its state, and what of a selection is not registered yet. */
export interface ShownItem {
  readonly item: Item;
  readonly state: ItemState;
  readonly lackingOf: (select: string) => Lacking | null;
  /** Families that do not start; nothing is said of theirs. */
  readonly faults: readonly string[];
}

/** Asks the families that the item's missing results are about for their ids. */
export async function lookUp(io: Io, item: Item, state: ItemState): Promise<ShownItem> {
  const selects = state.missing.flatMap(({ by, select }) => (by || select === undefined ? [] : [select]));
  const families = findFamilies(io.root);
  const asked = selects.length > 0 ? familiesIn(families, selects) : [];
  const { listings, families: sound, faults } = await survey(io, asked);
  const ids = listings.flatMap((listing) => listing.ids.map(({ id }) => id));
  const lackingOf = (select: string): Lacking | null => {
    const own = familiesIn(families, [select]);
    if (own.length === 0) return 'family';
    // Of a family that did not answer nothing is known.
    if (own.some((family) => !sound.includes(family)) || ids.some((id) => matches(id, [select]))) return null;
    const rung = select.split('/').slice(0, 2).join('/');
    return ids.some((id) => matches(id, [rung])) ? 'case' : 'rung';
  };
  return { item, state, lackingOf, faults };
}

// Ids are the same on every adapter, and the software one is on every machine.
async function survey(io: Io, families: Survey['families']): Promise<Survey> {
  try {
    return await surveyFamilies(io, families, { kind: 'software' });
  } catch (error) {
    if (!(error instanceof CommandFailure) || error.exitCode === exitCodes.interrupted) throw error;
    io.err(`left out: ${error.message}\n`);
    return { listings: [], families: [], faults: [error.message], adapter: null };
  }
}
