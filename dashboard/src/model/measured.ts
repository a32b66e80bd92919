// The commits of a machine one by one: what each did, who repaired it, and what nobody knows of it.
import type { JudgedChange, SiteJudgement } from '@kernel-ladder/schema';
import { countEffects, effectsAt } from './effects.ts';
import type { CommitCounts, Effect, LeastEffect } from './effects.ts';
import type { MeasuredCommit } from './commits.ts';
import type { MachineHistory } from './machine-history.ts';

/** A commit with what it did to every series that its machine knew. */
export interface Measured extends CommitCounts, MeasuredCommit {
  /** Among the machine's commits. */
  readonly place: number;
  readonly effects: readonly Effect[];
  /** Runs that ended before they were through. */
  readonly interrupted: number;
  /** Slower series that are back, by the commit that brought them back. */
  readonly repairs: readonly Repair[];
  /** Slower series that no later commit was faster again on. */
  readonly standing: number;
  /** Series that this commit brought back, by the commit that had made them slower. */
  readonly undone: readonly Repair[];
}

/** So many series, and the other commit, by its place. */
export interface Repair {
  readonly commit: number;
  readonly series: number;
}

/** Every commit, in commit order. */
export function measureCommits(history: MachineHistory, least: LeastEffect): readonly Measured[] {
  return history.commits.map((commit, place) => {
    const effects = effectsAt(history, place, least);
    const slower = effects.filter(({ state }) => state === 'slower');
    return {
      ...commit,
      ...countEffects(effects),
      place,
      effects,
      interrupted: commit.runs.filter(({ interrupted }) => interrupted === true).length,
      repairs: tallied(slower.flatMap(({ repairedBy }) => repairedBy ?? [])),
      standing: slower.filter(({ repairedBy }) => repairedBy === null).length,
      undone: tallied(effects.flatMap(({ undoes }) => undoes)),
    };
  });
}

function tallied(commits: readonly number[]): readonly Repair[] {
  return [...Map.groupBy(commits, (commit) => commit)]
    .map(([commit, own]) => ({ commit, series: own.length }))
    .toSorted((a, b) => a.commit - b.commit);
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
