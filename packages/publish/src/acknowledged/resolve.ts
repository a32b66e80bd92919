// What an acknowledgement speaks of on one machine: commits that were measured there, and recorded ids.
import type { Acknowledgement, KnownAcknowledgement, SiteJudgement, SiteRun } from '@kernel-ladder/schema';
import type { JudgedTimes } from '../judge.ts';
import { acknowledgedAmong, commitsOfChange } from './known.ts';

/** A machine as acknowledgements see it. */
export interface AcknowledgedMachine {
  readonly machineKey: string;
  /** Measured commits, each once, in commit order. */
  readonly commits: readonly string[];
  readonly ids: readonly string[];
}

/** How globs match ids, and which commit is whose ancestor. */
export interface ResolveBy {
  readonly matches: (id: string, glob: string) => boolean;
  /** Place of each commit in the ancestry; empty without git. */
  readonly ancestry: ReadonlyMap<string, number>;
}

/** What each of them speaks of; `null` of one that is of another machine, or of ids that this one never had. */
export function resolveAcknowledgements(
  all: readonly Acknowledgement[],
  machine: AcknowledgedMachine,
  by: ResolveBy,
): readonly (KnownAcknowledgement | null)[] {
  return all.map(({ machine: wanted, ...one }) => {
    if (wanted !== undefined && wanted !== machine.machineKey) return null;
    const ids = machine.ids.filter((id) => by.matches(id, one.id));
    if (ids.length === 0) return null;
    return { ...one, commits: commitsIn(one.commit, machine.commits, by.ancestry), ids, isOfUse: false };
  });
}

function commitsIn(
  text: string,
  commits: readonly string[],
  ancestry: ReadonlyMap<string, number>,
): readonly string[] {
  const [first = '', last] = text.split('..');
  const placeOf = (prefix: string) => placeIn(prefix, commits, ancestry);
  if (last === undefined) {
    const place = placeOf(first);
    return place === null ? [] : commits.slice(place.at, place.at + 1);
  }
  const [from, to] = [placeOf(first), placeOf(last)];
  if (!from || !to) return [];
  // What comes after the first: a commit that was not measured stands before the one that shows what it did.
  return commits.slice(from.isMeasured ? from.at + 1 : from.at, to.at + 1);
}

// A commit that nobody measured shows in the first one after it that somebody did.
function placeIn(
  prefix: string,
  commits: readonly string[],
  ancestry: ReadonlyMap<string, number>,
): { readonly at: number; readonly isMeasured: boolean } | null {
  const at = commits.findIndex((sha) => sha.startsWith(prefix));
  if (at >= 0) return { at, isMeasured: true };
  const known = [...ancestry].find(([sha]) => sha.startsWith(prefix));
  if (!known) return null;
  const next = commits.findIndex((sha) => (ancestry.get(sha) ?? -1) > known[1]);
  return next < 0 ? null : { at: next, isMeasured: false };
}

// The least move that any page lists.
const leastMove = 0.02;

/** Says of each whether any speed changed that it speaks of. */
export function withUse(
  known: readonly KnownAcknowledgement[],
  seen: SeenChanges | null,
): readonly KnownAcknowledgement[] {
  return known.map((one) => ({ ...one, isOfUse: seen !== null && isOfUse(one, seen) }));
}

/** Where a machine's speed changed; the judged times name `runs` by their place. */
export interface SeenChanges {
  readonly judgement: SiteJudgement;
  readonly runs: readonly SiteRun[];
  readonly judged: readonly JudgedTimes[];
}

function isOfUse(
  one: KnownAcknowledgement,
  { judgement: { changes, runs, newest }, runs: all, judged }: SeenChanges,
): boolean {
  const takes = acknowledgedAmong([one]);
  const newestSha = newest === null ? undefined : runs[newest.run]?.commit.sha;
  return (
    changes.some((change) => takes(change.id, commitsOfChange(change, runs))) ||
    (newestSha !== undefined && (newest?.suspects ?? []).some(({ id }) => takes(id, [newestSha]))) ||
    judged.some((series) => one.ids.includes(series.id) && hasMoved(series, one.commits, all))
  );
}

// The first time of the commit beside the last one before it.
function hasMoved(
  { ns, runs: own }: JudgedTimes,
  commits: readonly string[],
  runs: readonly SiteRun[],
): boolean {
  return commits.some((commit) => {
    const at = own.findIndex((run) => runs[run]?.commit.sha === commit);
    const [before, after] = [ns[at - 1], ns[at]];
    return before !== undefined && after !== undefined && Math.abs(after / before - 1) >= leastMove;
  });
}
