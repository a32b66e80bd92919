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

interface Taking {
  readonly series: WholeSeries;
  /** Of each run its place among those that are judged; -1 of others. */
  readonly places: Int32Array;
  readonly lowered: ReadonlyMap<number, number>;
  readonly times: Times;
  count: number;
}

function timesIn(series: WholeSeries, places: Int32Array): Times {
  const most = series.isOwn ? series.runs.length : 0;
  const times = {
    runs: new Int32Array(most),
    ns: new Float64Array(most),
    kernels: new Int32Array(most),
    clocks: series.clocks.length > 0 ? new Float64Array(most) : null,
  };
  const taking: Taking = { series, places, lowered: new Map(series.clocks), times, count: 0 };
  for (let at = 0; at < most; at++) take(taking, at);
  const { runs, ns, kernels, clocks } = times;
  return {
    runs: runs.slice(0, taking.count),
    ns: ns.slice(0, taking.count),
    kernels: kernels.slice(0, taking.count),
    clocks: clocks?.slice(0, taking.count) ?? null,
  };
}

// Hot: a long history has millions of times. A compiler of the loop around it would begin anew with each series.
function take(taking: Taking, at: number): void {
  const { series, places, lowered, times } = taking;
  const run = places[series.runs[at] ?? -1] ?? -1;
  if (series.marks[at] !== 't' || run < 0) return;
  const place = taking.count++;
  times.runs[place] = run;
  times.ns[place] = series.ns[at] ?? 0;
  times.kernels[place] = series.kernels[at] ?? -1;
  if (times.clocks) times.clocks[place] = lowered.get(at) ?? 1;
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
