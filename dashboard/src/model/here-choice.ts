// What the address wishes to run in the browser: a suite, families and ids. Pure.
import type { Suite } from '@kernel-ladder/schema';
import { pickIds } from '@kernel-ladder/schema/select';
import type { Picked } from '@kernel-ladder/schema/select';
import type { Seen } from '../here/words.ts';
import { listOf } from '../state.ts';
import type { ViewState } from '../state.ts';

/** A choice as a command would have it. */
export interface Choice extends Picked {
  readonly suite: Suite;
  /** Families that are taken, all where the address names none. */
  readonly families: ReadonlySet<string>;
  /** Words of the search field, and every family that is left out after a `!`. */
  readonly globs: readonly string[];
}

const none = 'none';

/** What an address chooses of what there is. Throws where there is no suite. */
export function choiceOf(
  { suite: wanted, family, query }: Pick<ViewState, 'suite' | 'family' | 'query'>,
  suites: readonly Suite[],
  { listings, software }: Seen,
): Choice {
  const suite = suites.find(({ name }) => name === wanted) ?? suites[0];
  if (!suite) throw new Error('the site was built without suites');
  const names = listings.map(({ name }) => name);
  const families = takenOf(names, family);
  const words = query.split(/\s+/).filter(Boolean);
  const globs = [...words, ...names.filter((name) => !families.has(name)).map((name) => `!${name}`)];
  return { suite, families, globs, ...pickIds(listings, { suite, globs, software }) };
}

/** The families of these that an address takes: all where it names none. */
export function takenOf(all: readonly string[], family: string | null): ReadonlySet<string> {
  return new Set(family === null ? all : all.filter((name) => listOf(family).includes(name)));
}

/** The key of an address after a family was taken or left out. */
export function familyKey(
  all: readonly string[],
  taken: ReadonlySet<string>,
  { name, isTaken }: { readonly name: string; readonly isTaken: boolean },
): string | null {
  const after = all.filter((one) => (one === name ? isTaken : taken.has(one)));
  return after.length === all.length ? null : after.join(',') || none;
}
