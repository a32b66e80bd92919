// The commits of a machine one by one: what each did in numbers, who repaired it, and what nobody knows of it.
import { effectStates } from '@kernel-ladder/schema';
import type { CommitRow, EffectState, JudgedChange, SiteJudgement, SiteRun } from '@kernel-ladder/schema';
import type { Effect } from './effects.ts';

/** A clean commit of the history with its recorded runs, and what it did to the series that its machine knew. */
export interface Measured {
  readonly commit: SiteRun['commit'];
  readonly runs: readonly SiteRun[];
  /** Among the machine's commits. */
  readonly place: number;
  /** The sum of the counts. */
  readonly series: number;
  readonly counts: Readonly<Record<EffectState, number>>;
  /** Runs that ended before they were through. */
  readonly interrupted: number;
  /** Slower series that are back, by the commit that brought them back. */
  readonly repairs: readonly Repair[];
  /** Slower series that no later commit was faster again on. */
  readonly standing: number;
  /** Series that this commit brought back, by the commit that had made them slower. */
  readonly undone: readonly Repair[];
}

/** A commit with what it did to every series. */
export interface OpenedCommit extends Measured {
  readonly effects: readonly Effect[];
}

/** So many series, and the other commit, by its place. */
export interface Repair {
  readonly commit: number;
  readonly series: number;
}

/** Every commit as it was published, in commit order. */
export function measuredOf(rows: readonly CommitRow[]): readonly Measured[] {
  return rows.map(({ commit, runs, counts, interrupted, standing, repairs, undone }, place) => ({
    commit,
    runs: runs.map((run) => ({ ...run, commit, local: false })),
    place,
    series: counts.reduce((sum, count) => sum + count, 0),
    // One for each state.
    counts: Object.fromEntries(effectStates.map((state, at) => [state, counts[at] ?? 0])) as Record<
      EffectState,
      number
    >,
    interrupted,
    standing,
    repairs: repairs.map(repairOf),
    undone: undone.map(repairOf),
  }));
}

function repairOf([commit, series]: readonly [number, number]): Repair {
  return { commit, series };
}

/** The commit that an address names by its hash or the beginning of it: the newest where it names none, null where it is not there. */
export function commitNamed(commits: readonly Measured[], wanted: string | null): Measured | null {
  if (wanted === null) return commits.at(-1) ?? null;
  return commits.find(({ commit }) => commit.sha.startsWith(wanted)) ?? null;
}

/** What the judge confirmed at a commit, by id. */
export function verdictsAt(judgement: SiteJudgement | null, sha: string): ReadonlyMap<string, JudgedChange> {
  const own = judgement?.changes.filter(({ after }) => judgement.runs[after]?.commit.sha === sha) ?? [];
  return new Map(own.map((change) => [change.id, change]));
}
