// The commits that a machine has measured, from the heads of its runs, and which of them say by their silence that a series is gone.
import type { SiteRun } from '@kernel-ladder/schema';
import { isJudged, siteRunOf } from '../entries.ts';
import type { RunEntry } from '../entries.ts';

/** A clean commit by its recorded runs; a run that nobody judges stands alone. */
export interface Stop {
  readonly commit: SiteRun['commit'];
  readonly isJudged: boolean;
  readonly runs: readonly SiteRun[];
}

/** A machine's commits, in their order. */
export interface Stops {
  readonly stops: readonly Stop[];
  /** Of each run its commit, by their places. */
  readonly ofRun: readonly number[];
  /** Of a run the commit whose own runs tell that what this run had is gone; null while none does. */
  readonly toldBy: readonly (number | null)[];
  /** The physical card of each run; null where it does not know its own. */
  readonly cards: readonly (string | null)[];
}

const known = new WeakMap<readonly RunEntry[], Stops>();

/** Groups the runs of a machine, which are in commit order; the grid and the commits are made of the same. */
export function stopsOf(entries: readonly RunEntry[]): Stops {
  const found = known.get(entries) ?? groupRuns(entries);
  known.set(entries, found);
  return found;
}

function groupRuns(entries: readonly RunEntry[]): Stops {
  const placed = entries.map((entry, place) => ({ entry, place }));
  const groups = [
    ...Map.groupBy(placed, ({ entry, place }) =>
      isJudged(entry) ? entry.head.site.commit.sha : place,
    ).values(),
  ];
  const ofRun: number[] = [];
  for (const [at, group] of groups.entries()) for (const { place } of group) ofRun[place] = at;
  const stops = groups.flatMap((group): Stop | readonly Stop[] => {
    const runs = group.map(({ entry }) => siteRunOf(entry));
    const [first] = group;
    return first && runs[0] ? { commit: runs[0].commit, isJudged: isJudged(first.entry), runs } : [];
  });
  return { stops, ofRun, toldBy: toldBy(entries, ofRun), cards: entries.map(({ head }) => head.card) };
}

// Only a run that was asked for all of its suite, and was through, says that something is gone: of the last such run of an earlier commit.
function toldBy(entries: readonly RunEntry[], ofRun: readonly number[]): readonly (number | null)[] {
  const told: (number | null)[] = entries.map(() => null);
  const last = new Map<string, number>();
  for (const [place, entry] of entries.entries()) {
    const { suite, interrupted, selected } = entry.head.site;
    if (!isJudged(entry) || interrupted === true || selected === true) continue;
    const before = last.get(suite);
    const [own = 0, earlier] = [ofRun[place], before === undefined ? undefined : ofRun[before]];
    if (before !== undefined && earlier !== own) told[before] = own;
    last.set(suite, place);
  }
  return told;
}
