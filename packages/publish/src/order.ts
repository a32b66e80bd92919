// The order of runs, which everything that compares commits starts from.
import { listedOnly } from '@kernel-ladder/schema';
import type { Run, SiteRun } from '@kernel-ladder/schema';

/** A run and whether it comes from this checkout rather than the history. */
export interface SourcedRun {
  readonly run: Run;
  readonly local: boolean;
}

/** Commit order: ancestry where a commit is known to it, commit date between the others; then time of the run. */
export function orderRuns(
  runs: readonly SourcedRun[],
  ancestry: ReadonlyMap<string, number>,
): readonly SourcedRun[] {
  const place = ({ run }: SourcedRun) => ancestry.get(run.run.commit.sha);
  const byDate = runs.toSorted(
    (a, b) =>
      a.run.run.commit.date.localeCompare(b.run.run.commit.date) ||
      a.run.run.startedAt.localeCompare(b.run.run.startedAt),
  );
  // A comparison that mixes both orders runs in circles where a rebase has made an ancestor the younger one: the
  // known commits change places among themselves, the others stay where their date puts them.
  const known = byDate
    .filter((run) => place(run) !== undefined)
    .toSorted((a, b) => (place(a) ?? 0) - (place(b) ?? 0));
  return byDate.map((run) => (place(run) === undefined ? run : (known.shift() ?? run)));
}

/** Leaves out the local runs that are recorded as well, and cases that no family lists: they are nobody's series. */
export function dedupe(runs: readonly SourcedRun[]): readonly SourcedRun[] {
  const recorded = new Set(runs.filter(({ local }) => !local).map(({ run }) => run.run.id));
  return runs
    .filter(({ run, local }) => !local || !recorded.has(run.run.id))
    .map(({ run, local }) => ({ run: listedOnly(run), local }));
}

/** What the site says about a run. */
export function toSiteRun({ run, local }: SourcedRun): SiteRun {
  const { id, startedAt, commit, suite } = run.run;
  return { runId: id, startedAt, commit, suite, local };
}
