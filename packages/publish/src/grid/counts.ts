// What each commit did to the series of its machine, in numbers.
import type { GridCommit, GridCounts } from '@kernel-ladder/schema';
import type { Stop, Stops } from './commits.ts';
import type { Told } from './rows.ts';

type Counts = { -readonly [What in keyof GridCounts]: number };

const none: GridCounts = { slower: 0, faster: 0, failing: 0, new: 0, gone: 0, timed: 0 };

/** Every commit with its counts; a run that nobody judges has none. */
export function countedCommits({ stops }: Stops, told: readonly Told[]): readonly GridCommit[] {
  const counts = stops.map((): Counts => ({ ...none }));
  for (const one of told)
    for (const [at, what] of deedsOf(one, stops)) {
      const own = counts[at];
      if (own) own[what]++;
    }
  return stops.map((stop, at) => commitOf(stop, counts[at] ?? none));
}

type Deed = readonly [at: number, what: keyof GridCounts];

function deedsOf({ points, moves, gone }: Told, stops: readonly Stop[]): readonly Deed[] {
  const judged = points.filter(({ at }) => stops[at]?.isJudged);
  const [first] = judged;
  return [
    ...judged.flatMap(({ at, mark }): readonly Deed[] =>
      mark === 't' ? [[at, 'timed']] : mark === 'f' ? [[at, 'failing']] : [],
    ),
    ...(first && first.mark !== 'f' && first.mark !== 's' ? [[first.at, 'new'] as const] : []),
    ...moves.flatMap(({ at, kind }): readonly Deed[] => (kind === 'steady' ? [] : [[at, kind]])),
    ...gone.map((at) => [at, 'gone'] as const),
  ];
}

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
