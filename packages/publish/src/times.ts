// The times of a machine's pages, series by series: what is judged, and what is left out.
import type { SiteRun } from '@kernel-ladder/schema';
import { likeNewest } from './clocks.ts';
import { isJudged, siteRunOf } from './entries.ts';
import { isNewestCommit } from './judge.ts';
import type { JudgedRuns, SeriesTimes } from './judge.ts';
import type { NoiseOf } from './noise.ts';
import { hashesOf } from './page.ts';
import type { PageSeries } from './page.ts';
import type { SummedMachine } from './whole.ts';

/** What is judged of a machine. */
export interface MachineTimes extends JudgedRuns {
  /** Kernels of ours with two times or more. */
  readonly series: readonly SeriesTimes[];
}

interface JudgedTime {
  readonly run: number;
  readonly ns: number;
  readonly hash: string | null;
  readonly clock: number;
}

/** The times of a machine that count; runs are counted among those that are judged. */
export function timesOf({ key, entries, pages }: SummedMachine, noiseOf: NoiseOf): MachineTimes {
  const judged = entries.flatMap((entry, place) => (isJudged(entry) ? [{ entry, place }] : []));
  const runs = judged.map(({ entry }) => siteRunOf(entry));
  const places = new Int32Array(entries.length).fill(-1);
  for (const [at, { place }] of judged.entries()) places[place] = at;
  const found = new Map<string, JudgedTime[]>();
  for (const { series } of pages)
    for (const one of series) {
      if (!one.isOwn) continue;
      const own = found.get(one.id) ?? [];
      addTimes(own, one, places);
      if (own.length > 0) found.set(one.id, own);
    }
  const withheld = judged.filter((_, at) => isNewest(runs, at)).flatMap(({ entry }) => entry.head.withheld);
  return {
    machineKey: key,
    runs,
    withheld: [...new Set(withheld)],
    series: [...found]
      .map(([id, all]) => ({ id, own: likeNewest(all) }))
      .filter(({ own }) => own.length > 1)
      .map(({ id, own }) => ({
        id,
        runs: own.map(({ run }) => run),
        ns: own.map(({ ns }) => ns),
        hashes: own.map(({ hash }) => hash),
        cards: own.map(({ run }) => judged[run]?.entry.head.card ?? null),
        newest: newestIn(
          runs,
          own.map(({ run }) => run),
        ),
        noise: noiseOf(id),
      })),
  };
}

// Hot: a long history has millions of times.
function addTimes(own: JudgedTime[], series: PageSeries, places: Int32Array): void {
  const { runs, ns, marks, clocks } = series;
  const [hashes, lowered] = [hashesOf(series), new Map(clocks)];
  for (let at = 0; at < runs.length; at++) {
    const [time = 0, run = -1] = [ns[at], places[runs[at] ?? -1]];
    if (marks[at] !== 't' || run < 0) continue;
    own.push({ run, ns: time, hash: hashes[at] ?? null, clock: lowered.get(at) ?? 1 });
  }
}

function newestIn(runs: readonly SiteRun[], own: readonly number[]): number {
  return own.length - 1 - own.findLastIndex((run) => !isNewest(runs, run));
}

function isNewest(runs: readonly SiteRun[], at: number): boolean {
  const run = runs[at];
  return run !== undefined && isNewestCommit(run, runs);
}
