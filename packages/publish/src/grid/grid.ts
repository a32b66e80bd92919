// The grid of a machine, every series a row, and the overview of it.
import { packRows } from '@kernel-ladder/schema';
import type {
  FamilyLadder,
  GridRow,
  OverviewCurriculum,
  SiteGrid,
  SiteJudgement,
  SiteOverview,
} from '@kernel-ladder/schema';
import { newestRows } from '../site.ts';
import type { KnownMachine } from '../site.ts';
import { bestPeers, headlinesOf } from './beside.ts';
import { stopsOf } from './commits.ts';
import { countCommits } from './counts.ts';
import { keepCommits } from './keep.ts';
import { overviewOf } from './overview.ts';
import { wholeSeries } from './points.ts';
import { tellSeries } from './rows.ts';
import type { Told } from './rows.ts';

/** What the grid is made of, beside the machine's runs. */
export interface GridSources {
  readonly ladders: readonly FamilyLadder[];
  /** Null where nobody judges the machine. */
  readonly judgement: SiteJudgement | null;
  /** Rungs, `family/rung`, that get cases wrong on purpose: never the fastest of a family. */
  readonly breaking: ReadonlySet<string>;
  /** Null of a site without a curriculum. */
  readonly curriculum: OverviewCurriculum | null;
}

/** Both documents of a machine. */
export interface GridDocuments {
  readonly grid: SiteGrid;
  readonly overview: SiteOverview;
}

/** Makes them. */
export function gridOf(machine: KnownMachine, sources: GridSources): GridDocuments {
  const stops = stopsOf(machine.entries);
  const newest = newestRows(machine.pages);
  const series = wholeSeries(machine.pages);
  const counts = countCommits(stops);
  const telling = tellSeries(series, { machine: machine.machine, stops, newest, ...sources });
  const told = Array.from(telling, ({ deeds, ...one }): Told => {
    counts.add(deeds);
    return one;
  });
  const peers = bestPeers(told, newest);
  const headlines = headlinesOf(told, sources.ladders, sources.breaking);
  const rows = inOrder(told, sources.ladders).map(({ row }): GridRow => {
    const best = peers.get(row.id);
    return { ...row, ...(best ? { best } : {}), ...(headlines.has(row.id) ? { headline: true } : {}) };
  });
  const parts = { commits: counts.commits(), rows };
  const kept = keepCommits(parts);
  return {
    grid: {
      schemaVersion: 1,
      machineKey: machine.key,
      commits: kept.commits,
      series: packRows(kept.rows),
    },
    overview: overviewOf(parts, { machine, stops, series, ...sources }),
  };
}

// Family by family, case by case, up the ladder.
function inOrder(told: readonly Told[], ladders: readonly FamilyLadder[]): readonly Told[] {
  const places = new Map(
    ladders.flatMap(({ name, rungs }) =>
      rungs.map((rung, place) => [`${name}/${rung.name}`, place] as const),
    ),
  );
  const place = ({ row: { family, rung } }: Told) => places.get(`${family}/${rung}`) ?? places.size;
  const byCase = new Intl.Collator('en', { numeric: true });
  return told.toSorted(
    (a, b) =>
      a.row.family.localeCompare(b.row.family, 'en') ||
      byCase.compare(a.row.case, b.row.case) ||
      place(a) - place(b),
  );
}
