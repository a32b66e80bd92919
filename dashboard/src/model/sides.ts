// What can be compared: commits of a machine with all their runs, and single runs.
import type { ListedRun, SiteRunList } from '@kernel-ladder/schema';
import { formatDate, shortCommit } from '../format.ts';

/** One side of a comparison as it is asked for. */
export interface Side {
  /** As the address has it: a run's id, or a commit's hash. */
  readonly name: string;
  readonly label: string;
  readonly runs: readonly ListedRun[];
}

/** What a machine has to compare, newest first. */
export interface Sides {
  /** Clean commits with their recorded runs. */
  readonly commits: readonly Side[];
  readonly runs: readonly Side[];
}

/** Everything that can be a side. */
export function sidesOf({ runs }: SiteRunList): Sides {
  const recorded = runs.filter(({ run }) => !run.local && !run.commit.dirty);
  const commits = [...Map.groupBy(recorded, ({ run }) => run.commit.sha)].map(([sha, own]) => ({
    name: sha,
    label: `${shortCommit(sha)} ${own[0]?.run.commit.subject ?? ''}`,
    runs: own,
  }));
  return { commits, runs: runs.map((one) => ({ name: one.run.runId, label: labelOf(one), runs: [one] })) };
}

function labelOf({ run: { commit, suite, startedAt, local } }: ListedRun): string {
  const kind = local ? ', local' : commit.dirty ? ', uncommitted' : '';
  return `${shortCommit(commit.sha)}, ${suite} suite, ${formatDate(startedAt)}${kind}`;
}

/** The side of a name: a run's id or the beginning of a commit's hash; null where there is none. */
export function sideNamed({ commits, runs }: Sides, name: string | null): Side | null {
  if (name === null || name === '') return null;
  return runs.find((one) => one.name === name) ?? commits.find((one) => one.name.startsWith(name)) ?? null;
}

/**
 * The newest commit that was measured with all of a suite, and the last one before it with all of the same: what a reader most likely
 * asks. Where there are no two such, the newest two.
 */
export function naturalSides({ commits, runs }: Sides): {
  readonly base: Side | null;
  readonly head: Side | null;
} {
  for (const [at, head] of commits.entries()) {
    const suites = new Set(head.runs.filter(isWhole).map(({ run }) => run.suite));
    const base = commits
      .slice(at + 1)
      .find((one) => one.runs.some((run) => isWhole(run) && suites.has(run.run.suite)));
    if (base) return { base, head };
  }
  const [head = null, base = null] = commits.length > 1 ? commits : runs;
  return { base, head };
}

/** Whether a run was asked for all of its suite, and was through. */
export function isWhole({ run }: ListedRun): boolean {
  return run.selected !== true && run.interrupted !== true;
}

/**
 * The run that one is most likely held against: the last before it in a list, newest first, of the same suite, and with all of that where the one
 * has all of it, since another may have no id of it. Undefined where there is none.
 */
export function runBefore(rows: readonly ListedRun[], runId: string): ListedRun | undefined {
  const at = rows.findIndex(({ run }) => run.runId === runId);
  const own = rows[at];
  const alike = rows.slice(at + 1).filter(({ run }) => run.suite === own?.run.suite);
  return (own && isWhole(own) ? alike.find(isWhole) : undefined) ?? alike[0];
}
