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

/** What is judged of a machine: kernels of ours with two times or more, worked out one after the other as they are asked for. */
export interface MachineTimes extends JudgedRuns {
  readonly series: Iterable<SeriesTimes>;
}

interface JudgedTime {
  readonly run: number;
  readonly ns: number;
  readonly hash: string | null;
  readonly clock: number;
}

/** The times of a machine that count; runs are counted among those that are judged. The series may be gone through once. */
export function timesOf({ key, entries, pages }: SummedMachine, noiseOf: NoiseOf): MachineTimes {
  const judged = entries.flatMap((entry, place) => (isJudged(entry) ? [{ entry, place }] : []));
  const runs = judged.map(({ entry }) => siteRunOf(entry));
  const places = new Int32Array(entries.length).fill(-1);
  for (const [at, { place }] of judged.entries()) places[place] = at;
  const cards = judged.map(({ entry }) => entry.head.card);
  const withheld = judged.filter((_, at) => isNewest(runs, at)).flatMap(({ entry }) => entry.head.withheld);
  return {
    machineKey: key,
    runs,
    withheld: [...new Set(withheld)],
    series: seriesIn(pages, places, { runs, cards, noiseOf }),
  };
}

interface Known {
  readonly runs: readonly SiteRun[];
  readonly cards: readonly (string | null)[];
  readonly noiseOf: NoiseOf;
}

function* seriesIn(
  pages: SummedMachine['pages'],
  places: Int32Array,
  { runs, cards, noiseOf }: Known,
): Generator<SeriesTimes> {
  for (const [id, parts] of partsIn(pages, places)) {
    const own = likeNewest(parts.flatMap((part) => timesIn(part, places)));
    if (own.length < 2) continue;
    const ofRuns = own.map(({ run }) => run);
    yield {
      id,
      runs: ofRuns,
      ns: own.map(({ ns }) => ns),
      hashes: own.map(({ hash }) => hash),
      cards: ofRuns.map((run) => cards[run] ?? null),
      newest: newestIn(runs, ofRuns),
      noise: noiseOf(id),
    };
  }
}

// Page by page from the first in which a time of it counts, and in the order of these.
function partsIn(
  pages: SummedMachine['pages'],
  places: Int32Array,
): ReadonlyMap<string, readonly PageSeries[]> {
  const found = new Map<string, PageSeries[]>();
  for (const { series } of pages)
    for (const one of series) {
      const own = found.get(one.id);
      if (own) own.push(one);
      else if (one.isOwn && one.runs.some((_, at) => counts(one, at, places))) found.set(one.id, [one]);
    }
  return found;
}

function counts({ runs, marks, isOwn }: PageSeries, at: number, places: Int32Array): boolean {
  return isOwn && marks[at] === 't' && (places[runs[at] ?? -1] ?? -1) >= 0;
}

// Hot: a long history has millions of times.
function timesIn(series: PageSeries, places: Int32Array): readonly JudgedTime[] {
  const { runs, ns, clocks } = series;
  const [hashes, lowered] = [hashesOf(series), new Map(clocks)];
  const own: JudgedTime[] = [];
  for (let at = 0; at < runs.length; at++) {
    if (!counts(series, at, places)) continue;
    const [time = 0, run = -1] = [ns[at], places[runs[at] ?? -1]];
    own.push({ run, ns: time, hash: hashes[at] ?? null, clock: lowered.get(at) ?? 1 });
  }
  return own;
}

function newestIn(runs: readonly SiteRun[], own: readonly number[]): number {
  return own.length - 1 - own.findLastIndex((run) => !isNewest(runs, run));
}

function isNewest(runs: readonly SiteRun[], at: number): boolean {
  const run = runs[at];
  return run !== undefined && isNewestCommit(run, runs);
}
