// A file names commits by their places in it: it has the newest ones, and older ones only where something in it names them.
import type { GridCommit, GridRow } from '@kernel-ladder/schema';

/** Rows and the commits that they name by their places. */
export interface GridParts {
  readonly commits: readonly GridCommit[];
  readonly rows: readonly GridRow[];
}

/** The same with fewer commits; `placeOf` gives the place that a commit has come to. */
export interface KeptParts extends GridParts {
  readonly placeOf: (at: number) => number;
}

/** Commits that are there whatever names them: the newest so many. */
export const mostCommits = 64;

/** Leaves out older commits that neither a row names nor `also`. */
export function keepCommits({ commits, rows }: GridParts, also: readonly number[] = []): KeptParts {
  const first = Math.max(0, commits.length - mostCommits);
  const named = new Set([
    ...also,
    ...rows.flatMap(({ at, change }) => [...at, ...(change ? [change.at] : [])]),
  ]);
  const kept = commits.flatMap((_, at) => (at >= first || named.has(at) ? [at] : []));
  const places = new Map(kept.map((at, place) => [at, place]));
  const placeOf = (at: number) => places.get(at) ?? 0;
  return {
    placeOf,
    commits: kept.flatMap((at) => commits[at] ?? []),
    rows: rows.map((row) => ({
      ...row,
      at: row.at.map(placeOf),
      ...(row.change ? { change: { ...row.change, at: placeOf(row.change.at) } } : {}),
    })),
  };
}
