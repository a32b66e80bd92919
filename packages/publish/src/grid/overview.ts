// What is right and wrong on a machine, for the page that opens first: little, and every number leads to a page that has more.
import type {
  GridRow,
  GridState,
  OverviewCurriculum,
  OverviewRun,
  SiteJudgement,
  SiteOverview,
} from '@kernel-ladder/schema';
import { newestFirst, siteRunOf } from '../entries.ts';
import type { MachineEntries } from '../entries.ts';
import type { Stops } from './commits.ts';
import { keepCommits, mostCommits } from './keep.ts';
import type { GridParts } from './keep.ts';
import type { WholeSeries } from './points.ts';

/** What the overview is made of. */
export interface OverviewSources {
  readonly machine: MachineEntries;
  readonly stops: Stops;
  readonly series: readonly WholeSeries[];
  /** Null where nobody judges the machine. */
  readonly judgement: SiteJudgement | null;
  /** Null of a site without a curriculum. */
  readonly curriculum: OverviewCurriculum | null;
}

const mostRuns = 8;
// Of each state: a page says how many there are, and a click has all of them.
const mostOfState = 12;

/** States that a reader should look at, the worst first. */
const attentionStates: readonly GridState[] = ['failing', 'regressed', 'suspect', 'unstable', 'gone'];

/** Makes it of every row of the machine. */
export function overviewOf(parts: GridParts, sources: OverviewSources): SiteOverview {
  const { machine, judgement, curriculum } = sources;
  const { rows } = parts;
  const headlines = rows.filter(({ headline }) => headline);
  const attention = attentionStates.flatMap((state) =>
    rows.filter((row) => row.state === state).slice(0, mostOfState),
  );
  const runs = newestRuns(sources);
  const kept = keepCommits(
    { ...parts, rows: [...headlines, ...attention] },
    runs.map(({ at }) => at),
  );
  const withheld = judgement?.newest?.withheld ?? [];
  return {
    schemaVersion: 1,
    machineKey: machine.key,
    commits: kept.commits,
    newest: Math.min(mostCommits, parts.commits.length),
    runs: runs.map((run) => ({ ...run, at: kept.placeOf(run.at) })),
    states: statesOf(rows),
    judged: judgement?.newest?.judged ?? null,
    ...(withheld.length > 0 ? { withheld } : {}),
    headlines: kept.rows.slice(0, headlines.length),
    attention: kept.rows.slice(headlines.length),
    ...(curriculum ? { curriculum } : {}),
  };
}

function statesOf(rows: readonly GridRow[]): SiteOverview['states'] {
  const states = Map.groupBy(rows, ({ state }) => state);
  return [...states].map(([state, own]) => ({ state, series: own.length }));
}

function newestRuns({ machine: { entries }, stops, series }: OverviewSources): readonly OverviewRun[] {
  const newest = newestFirst(entries).slice(0, mostRuns);
  const outcomes = new Map(newest.map((entry) => [entries.indexOf(entry), { f: 0, s: 0, p: 0 }]));
  for (const { runs, marks } of series)
    for (const [at, run] of runs.entries()) {
      const own = outcomes.get(run);
      const mark = marks[at];
      if (own) own[mark === 'f' || mark === 's' ? mark : 'p']++;
    }
  return newest.flatMap((entry) => {
    const place = entries.indexOf(entry);
    const { p = 0, f = 0, s = 0 } = outcomes.get(place) ?? {};
    return [{ run: siteRunOf(entry), at: stops.ofRun[place] ?? 0, passed: p, failed: f, skipped: s }];
  });
}
