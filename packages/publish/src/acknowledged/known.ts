// Who knows of a change of an id's speed at a commit.
import type { JudgedChange, KnownAcknowledgement, SiteRun } from '@kernel-ladder/schema';

/** The acknowledgement that speaks of a change of an id's speed at any of these commits; undefined where nobody took it. */
export type AcknowledgedAt = (id: string, shas: readonly string[]) => KnownAcknowledgement | undefined;

/** Looks among some acknowledgements; of several the first speaks. */
export function acknowledgedAmong(known: readonly KnownAcknowledgement[]): AcknowledgedAt {
  const byId = new Map<string, KnownAcknowledgement[]>();
  for (const one of known)
    for (const id of one.ids) {
      const own = byId.get(id) ?? [];
      own.push(one);
      byId.set(id, own);
    }
  return (id, shas) => byId.get(id)?.find(({ commits }) => shas.some((sha) => commits.includes(sha)));
}

/** The commits that a change of level may be of: from the earliest place to the latest, and the one that it is put at. */
export function commitsOfChange(
  { earliest, latest, after }: Pick<JudgedChange, 'earliest' | 'latest' | 'after'>,
  runs: readonly Pick<SiteRun, 'commit'>[],
): readonly string[] {
  const first = Math.min(earliest, after);
  const last = Math.max(latest, after);
  return [...new Set(runs.slice(first, last + 1).map(({ commit }) => commit.sha))];
}
