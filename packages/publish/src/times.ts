// The times of a machine's pages, series by series: what is judged, and what is left out.
import type { SiteRun } from '@kernel-ladder/schema';
import { likeNewest } from './clocks.ts';
import { isJudged, siteRunOf } from './entries.ts';
import { wholeSeries } from './grid/points.ts';
import type { WholeSeries } from './grid/points.ts';
import { isNewestCommit } from './judge.ts';
import type { JudgedRuns, SeriesTimes } from './judge.ts';
import type { NoiseOf } from './noise.ts';
import type { SummedMachine } from './whole.ts';

/** What is judged of a machine: kernels of ours with two times or more, worked out one after the other as they are asked for. */
export interface MachineTimes extends JudgedRuns {
  readonly series: Iterable<SeriesTimes>;
}

// Beside each other, a place a time: an object for each of millions would be looked through again and again.
interface Times {
  readonly runs: Int32Array;
  readonly ns: Float64Array;
  readonly kernels: Int32Array;
  /** Null where every launch left the clock up. */
  readonly clocks: Float64Array | null;
}

/** The times of a machine that count; runs are counted among those that are judged. The series may be gone through once. */
export function timesOf({ key, entries, pages }: SummedMachine, noiseOf: NoiseOf): MachineTimes {
  const judged = entries.flatMap((entry, place) => (isJudged(entry) ? [{ entry, place }] : []));
  const runs = judged.map(({ entry }) => siteRunOf(entry));
  const places = new Int32Array(entries.length).fill(-1);
  for (const [at, { place }] of judged.entries()) places[place] = at;
  const withheld = judged.filter((_, at) => isNewest(runs, at)).flatMap(({ entry }) => entry.head.withheld);
  return {
    machineKey: key,
    runs,
    cards: judged.map(({ entry }) => entry.head.card),
    withheld: [...new Set(withheld)],
    series: seriesIn(pages, places, { runs, noiseOf }),
  };
}

interface Known {
  readonly runs: readonly SiteRun[];
  readonly noiseOf: NoiseOf;
}

function* seriesIn(
  pages: SummedMachine['pages'],
  places: Int32Array,
  { runs, noiseOf }: Known,
): Generator<SeriesTimes> {
  for (const series of wholeSeries(pages)) {
    const { clocks: _, ...own } = atNewestClock(timesIn(series, places));
    if (own.runs.length < 2) continue;
    yield { id: series.id, ...own, newest: newestIn(runs, own.runs), noise: noiseOf(series.id) };
  }
}

// Hot: a long history has millions of times.
function timesIn({ isOwn, runs, ns, marks, kernels, clocks }: WholeSeries, places: Int32Array): Times {
  const counting = new Int32Array(isOwn ? runs.length : 0);
  let count = 0;
  for (let at = 0; at < counting.length; at++)
    if (marks[at] === 't' && (places[runs[at] ?? -1] ?? -1) >= 0) counting[count++] = at;
  const lowered = new Map(clocks);
  const ofPlaces = counting.subarray(0, count);
  return {
    runs: ofPlaces.map((at) => places[runs[at] ?? -1] ?? -1),
    ns: Float64Array.from(ofPlaces, (at) => ns[at] ?? 0),
    kernels: ofPlaces.map((at) => kernels[at] ?? -1),
    clocks: clocks.length > 0 ? Float64Array.from(ofPlaces, (at) => lowered.get(at) ?? 1) : null,
  };
}

// Those that may be held against the newest one.
function atNewestClock(times: Times): Times {
  const { runs, ns, kernels, clocks } = times;
  if (!clocks) return times;
  const all = Array.from(clocks, (clock, place) => ({ place, ns: ns[place] ?? 0, clock }));
  const places = likeNewest(all).map(({ place }) => place);
  return {
    runs: Int32Array.from(places, (place) => runs[place] ?? -1),
    ns: Float64Array.from(places, (place) => ns[place] ?? 0),
    kernels: Int32Array.from(places, (place) => kernels[place] ?? -1),
    clocks: Float64Array.from(places, (place) => clocks[place] ?? 1),
  };
}

function newestIn(runs: readonly SiteRun[], own: Int32Array): number {
  return own.length - 1 - own.findLastIndex((run) => !isNewest(runs, run));
}

function isNewest(runs: readonly SiteRun[], at: number): boolean {
  const run = runs[at];
  return run !== undefined && isNewestCommit(run, runs);
}
