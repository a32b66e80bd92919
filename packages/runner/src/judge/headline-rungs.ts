// The rungs that are taken apart where nobody names any: of each family the fastest at each of its headline cases.
import type { FamilyListing, ListedId, Run } from '@kernel-ladder/schema';

/** Of each headline case the fastest in the newest run that has timed it, else the last of the ladder; a rung that leads several cases stands for the first. */
export function headlineRungs(
  ids: readonly ListedId[],
  listings: readonly FamilyListing[],
  recorded: readonly Run[],
): readonly ListedId[] {
  return listings.flatMap(({ name, headline }) => {
    const own = ids.filter(
      ({ family, kind = 'gpu', status }) => family === name && kind === 'gpu' && status === 'runnable',
    );
    const offered = headline.cases.filter((each) => own.some((id) => id.case === each));
    const cases = offered.length > 0 ? offered : own.slice(0, 1).map((id) => id.case);
    const leading = cases.flatMap((each) => leaderOf(each, own, recorded));
    return leading.filter(({ variant }, at) => leading.findIndex((id) => id.variant === variant) === at);
  });
}

function leaderOf(name: string, own: readonly ListedId[], recorded: readonly Run[]): readonly ListedId[] {
  const rivals = own.filter((id) => id.case === name);
  return [fastestOf(rivals, recorded) ?? rivals.at(-1)].filter((id) => id !== undefined);
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
