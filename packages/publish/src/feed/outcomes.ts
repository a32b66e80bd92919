// The commits of a machine at which an id began to fail, or was repaired.
import type { SiteRun } from '@kernel-ladder/schema';
import { isJudged, siteRunOf } from '../entries.ts';
import type { SummedMachine } from '../whole.ts';

/** One id at the first commit with another outcome than before. */
export interface OutcomeChange {
  readonly id: string;
  readonly kind: 'failing' | 'repaired';
  /** A run of the commit. */
  readonly run: SiteRun;
  /** Why it fails; empty of one that was repaired. */
  readonly reason: string;
}

interface Occurrence {
  readonly place: number;
  readonly isPassed: boolean;
}

/** Finds them over clean, recorded runs, in commit order. A failure in any run of a commit is one; what is skipped says nothing. */
export function outcomeChanges(machine: SummedMachine): readonly OutcomeChange[] {
  const judged = new Set(machine.entries.flatMap((entry, place) => (isJudged(entry) ? [place] : [])));
  const failures = new Map(
    machine.entries.map(({ head }, place) => [
      place,
      new Map(head.outcome.failures.map(({ id, reason }) => [id, reason])),
    ]),
  );
  const failing = new Set(
    [...judged].flatMap((place) => machine.entries[place]?.head.outcome.failures.map(({ id }) => id) ?? []),
  );
  const seen = occurrencesOf(machine, failing);
  return [...failing]
    .flatMap((id) => {
      const own = (seen.get(id) ?? []).filter(({ place }) => judged.has(place));
      return changesIn(machine, { id, own, reasonAt: (place) => failures.get(place)?.get(id) });
    })
    .toSorted((a, b) => a.place - b.place)
    .map(({ change }) => change);
}

function occurrencesOf(
  { pages }: SummedMachine,
  ids: ReadonlySet<string>,
): ReadonlyMap<string, readonly Occurrence[]> {
  const found = new Map<string, Occurrence[]>();
  for (const { series } of pages)
    for (const { id, runs, ns, hashes } of series) {
      if (!ids.has(id)) continue;
      const own = found.get(id) ?? [];
      found.set(id, own);
      // What was skipped has neither a time nor a kernel.
      for (const [at, place] of runs.entries())
        own.push({ place, isPassed: (ns[at] ?? 0) > 0 || typeof hashes[at] === 'string' });
    }
  return found;
}

interface Occurrences {
  readonly id: string;
  readonly own: readonly Occurrence[];
  readonly reasonAt: (place: number) => string | undefined;
}

function changesIn({ entries }: SummedMachine, { id, own, reasonAt }: Occurrences) {
  const commits = Map.groupBy(own, ({ place }) => entries[place]?.run.run.commit.sha);
  const found: { readonly place: number; readonly change: OutcomeChange }[] = [];
  let wasFailing = false;
  for (const runs of commits.values()) {
    const failed = runs.findLast(({ place }) => reasonAt(place) !== undefined);
    const shown = failed ?? runs.findLast(({ isPassed }) => isPassed);
    const entry = shown && entries[shown.place];
    if (!entry) continue;
    const isFailing = failed !== undefined;
    if (isFailing !== wasFailing) {
      const kind = isFailing ? ('failing' as const) : ('repaired' as const);
      const reason = reasonAt(shown.place) ?? '';
      found.push({ place: shown.place, change: { id, kind, run: siteRunOf(entry), reason } });
    }
    wasFailing = isFailing;
  }
  return found;
}
