// The rungs that are taken apart where nobody names any: of each family the fastest at its first headline case.
import type { FamilyListing, ListedId, Run } from '@kernel-ladder/schema';

/** One id a family: the fastest in the newest run that has timed its case, else the last of the ladder. */
export function headlineRungs(
  ids: readonly ListedId[],
  listings: readonly FamilyListing[],
  recorded: readonly Run[],
): readonly ListedId[] {
  return listings.flatMap(({ name, headline }) => {
    const own = ids.filter(
      ({ family, kind = 'gpu', status }) => family === name && kind === 'gpu' && status === 'runnable',
    );
    const first = headline.cases.find((each) => own.some((id) => id.case === each)) ?? own[0]?.case;
    const rivals = own.filter((id) => id.case === first);
    const chosen = fastestOf(rivals, recorded) ?? rivals.at(-1);
    return chosen ? [chosen] : [];
  });
}

function fastestOf(rivals: readonly ListedId[], recorded: readonly Run[]): ListedId | undefined {
  for (const { results } of recorded.toReversed()) {
    const timed = rivals.flatMap((rival) => {
      const found = results.find(({ id, comparable }) => id === rival.id && comparable);
      return found?.timing && found.breaks !== true ? [{ rival, ns: found.timing.medianNs }] : [];
    });
    // A run of one rung alone says nothing of the others.
    if (2 * timed.length > rivals.length) return timed.toSorted((a, b) => a.ns - b.ns)[0]?.rival;
  }
  return undefined;
}
