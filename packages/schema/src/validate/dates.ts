// No run is older than its commit, no commit older than the project, and nothing comes from the future.
import type { RunInfo } from '../types.generated.ts';
import type { Contradiction } from './contradiction.ts';

// A host that takes local time for UTC is off by up to 14 hours.
const clockSkewMs = 24 * 3600 * 1000;
// The year of the first commit: a rebase keeps the order of commits, and not their dates.
const projectBegan = '2026-01-01T00:00:00Z';
const noCommit = /^0+$/;

/** A date of a run that cannot be. */
export function dateContradiction(
  { startedAt, commit }: Pick<RunInfo, 'startedAt' | 'commit'>,
  now: number,
): Contradiction | undefined {
  const started = Date.parse(startedAt);
  if (started < Date.parse(projectBegan)) return ['/startedAt', `${startedAt} is before the project began`];
  if (started > now + clockSkewMs) return ['/startedAt', `${startedAt} is in the future`];
  // A tree without a git history has no commit that could have a date.
  if (noCommit.test(commit.sha)) return undefined;
  const committed = Date.parse(commit.date);
  if (committed < Date.parse(projectBegan))
    return ['/commit/date', `${commit.date} is before the project began`];
  if (committed > started + clockSkewMs)
    return ['/commit/date', `${commit.date} is after the run, ${startedAt}`];
  return undefined;
}
