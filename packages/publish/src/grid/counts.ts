// What each commit did to the series of its machine, in numbers.
import type { GridCommit, GridCounts } from '@kernel-ladder/schema';
import type { PointMark } from '../page.ts';
import type { Stop, Stops } from './commits.ts';
import { isJudgedAt } from './points.ts';
import type { CommitMove, Points } from './points.ts';

type Counts = { -readonly [What in keyof GridCounts]: number };

const none: GridCounts = { slower: 0, faster: 0, failing: 0, new: 0, gone: 0, timed: 0 };

/** All points of a series, and what the commits did to it. */
export interface Deeds {
  readonly points: Points;
  readonly moves: readonly CommitMove[];
  readonly gone: readonly number[];
}

/** Counts over the series of a machine, one after the other. */
export interface Counting {
  readonly add: (deeds: Deeds) => void;
  /** Every commit with its counts; a run that nobody judges has none. */
  readonly commits: () => readonly GridCommit[];
}

/** Begins to count. */
export function countCommits({ stops }: Stops): Counting {
  const counts = stops.map((): Counts => ({ ...none }));
  return {
    add: (deeds) => countDeeds(deeds, counts),
    commits: () => stops.map((stop, at) => commitOf(stop, counts[at] ?? none)),
  };
}

function countDeeds({ points, moves, gone }: Deeds, counts: readonly Counts[]): void {
  let isNew = true;
  for (let nth = 0; nth < points.marks.length; nth++) {
    if (!isJudgedAt(points, nth)) continue;
    countPoint(points, { nth, isNew }, counts);
    isNew = false;
  }
  for (const { at, kind } of moves) count(counts, at, kind);
  for (const at of gone) count(counts, at, 'gone');
}

// Hot: a long history has millions of points.
function countPoint(
  { marks, at }: Points,
  { nth, isNew }: { readonly nth: number; readonly isNew: boolean },
  counts: readonly Counts[],
): void {
  const mark = marks[nth] ?? 's';
  const what = outcomes[mark];
  if (what !== undefined) count(counts, at[nth] ?? -1, what);
  if (isNew && mark !== 'f' && mark !== 's') count(counts, at[nth] ?? -1, 'new');
}

function count(counts: readonly Counts[], at: number, what: keyof Counts): void {
  const own = counts[at];
  if (own) own[what]++;
}

const outcomes: { readonly [Mark in PointMark]?: keyof Counts } = { t: 'timed', f: 'failing' };

function commitOf({ commit: { sha, subject, date }, isJudged, runs }: Stop, counts: GridCounts): GridCommit {
  const interrupted = runs.filter((run) => run.interrupted === true).length;
  return {
    sha,
    subject,
    date,
    runs: runs.length,
    ...(isJudged ? {} : { alone: true }),
    ...(interrupted > 0 ? { interrupted } : {}),
    counts,
  };
}
