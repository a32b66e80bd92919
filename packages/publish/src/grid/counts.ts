// What each commit did to the series of its machine, in numbers.
import type { GridCommit, GridCounts } from '@kernel-ladder/schema';
import type { PointMark } from '../page.ts';
import type { Stop, Stops } from './commits.ts';
import type { CommitMove, CommitPoint } from './points.ts';

type Counts = { -readonly [What in keyof GridCounts]: number };

const none: GridCounts = { slower: 0, faster: 0, failing: 0, new: 0, gone: 0, timed: 0 };

/** All points of a series, and what the commits did to it. */
export interface Deeds {
  readonly points: readonly CommitPoint[];
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
    add: (deeds) => countDeeds(deeds, stops, counts),
    commits: () => stops.map((stop, at) => commitOf(stop, counts[at] ?? none)),
  };
}

// Hot: a long history has millions of points.
function countDeeds({ points, moves, gone }: Deeds, stops: readonly Stop[], counts: readonly Counts[]): void {
  const add = (at: number, what: keyof Counts) => {
    const own = counts[at];
    if (own) own[what]++;
  };
  const isJudged = ({ at }: CommitPoint) => stops[at]?.isJudged === true;
  for (const point of points) {
    const what = outcomes[point.mark];
    if (what !== undefined && isJudged(point)) add(point.at, what);
  }
  const first = points.find(isJudged);
  if (first && first.mark !== 'f' && first.mark !== 's') add(first.at, 'new');
  for (const { at, kind } of moves) add(at, kind);
  for (const at of gone) add(at, 'gone');
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
