// Which commit changed an id? Halving, with verdicts instead of exit codes.
import type { Verdict } from '@kernel-ladder/stats';

/** What the test said of one commit against the good one. */
export interface Trial {
  readonly verdict: Verdict;
  readonly effect: number;
}

/** How the halving stands. */
export interface BisectState {
  /** Commits after the good one up to the bad one, in order. */
  readonly commits: readonly string[];
  /** Place of the last commit that is as the good one; −1 for the good one itself. */
  readonly lastOld: number;
  /** Place of the first commit that is as the bad one. */
  readonly firstNew: number;
  /** Commits of which nothing could be said. */
  readonly skipped: ReadonlySet<string>;
}

/** The state after the bad commit itself has been found to be another. */
export function beginBisect(commits: readonly string[]): BisectState {
  return { commits, lastOld: -1, firstNew: commits.length - 1, skipped: new Set() };
}

/** The commit to try next: nearest to the middle of those that are left; null where none is. */
export function nextCommit({ commits, lastOld, firstNew, skipped }: BisectState): string | null {
  const left = commits.flatMap((sha, at) =>
    at > lastOld && at < firstNew && !skipped.has(sha) ? [{ sha, at }] : [],
  );
  const middle = (lastOld + firstNew) / 2;
  const nearest = left.toSorted((a, b) => Math.abs(a.at - middle) - Math.abs(b.at - middle))[0];
  return nearest?.sha ?? null;
}

/**
 * The state after a commit has been tried against the good one; `bad` is the same trial of the bad commit. A change that came
 * in several steps is found at the one that brought more than half of it.
 */
export function advance(state: BisectState, sha: string, trial: Trial | null, bad: Trial): BisectState {
  const at = state.commits.indexOf(sha);
  const side = trial === null ? 'unknown' : sideOf(trial, bad);
  if (side === 'unknown') return { ...state, skipped: new Set([...state.skipped, sha]) };
  return side === 'new' ? { ...state, firstNew: at } : { ...state, lastOld: at };
}

/** On which side of the change a commit is. */
export function sideOf(trial: Trial, bad: Trial): 'old' | 'new' | 'unknown' {
  if (trial.verdict === 'UNDECIDED') return 'unknown';
  if (trial.verdict !== bad.verdict) return 'old';
  return Math.log1p(trial.effect) / Math.log1p(bad.effect) > 0.5 ? 'new' : 'old';
}

/** The commits among which the change is; one, unless some could not be judged. */
export function suspects({ commits, lastOld, firstNew }: BisectState): readonly string[] {
  return commits.slice(lastOld + 1, firstNew + 1);
}
