// What several processes say of one family: its kernels' own, and that of the rows beside them.
import type { FamilyListing } from '@kernel-ladder/schema';

/** One listing a family: rungs and ids of the later ones follow those of the first, whose title and headline stand. */
export function mergeListings(listings: readonly FamilyListing[]): readonly FamilyListing[] {
  return [...Map.groupBy(listings, ({ name }) => name).values()].map((same) =>
    same.reduce((first, more) => ({
      ...first,
      rungs: [...first.rungs, ...more.rungs],
      ids: [...first.ids, ...more.ids],
    })),
  );
}
