// One variant at one case in one run, as the ladder and the table both show it.
import type { MetricId, SiteFamily, SitePoint, SiteSeries, Tuned } from '@kernel-ladder/schema';
import { measuredIn } from './metric.ts';
import type { Measured } from './metric.ts';

/** What happened to a variant: a number only when it passed. */
export type Rung =
  | {
      readonly status: 'passed';
      readonly series: SiteSeries;
      readonly point: SitePoint;
      readonly place: number;
      readonly measured: Measured | null;
      /** Over the first rung of the same case in the same run; null where that has no time. */
      readonly speedup: number | null;
      /** A rung of ours that the run lacks, as a newer one timed it: it has no speed-up and no step. */
      readonly isNewer: boolean;
    }
  | {
      readonly status: 'failed' | 'skipped';
      readonly series: SiteSeries;
      readonly point: SitePoint;
      readonly place: number;
      readonly reason: string;
    };

/** Every variant that has a history, in the order of the ladder; those that the ladder has no more come last. */
export function variantsOf({ ladder, series }: SiteFamily): readonly string[] {
  const present = new Set(series.map(({ variant }) => variant));
  const rungs = ladder.rungs.map(({ name }) => name).filter((name) => present.has(name));
  return [...new Set([...rungs, ...present])];
}

/** Cases as they first appear. */
export function casesOf(family: SiteFamily): readonly string[] {
  return [...new Set(family.series.map((series) => series.case))];
}

/** The series of one case, in ladder order; a series' place here gives its variant the look that it has at this case. */
export function seriesAt(family: SiteFamily, caseName: string): readonly SiteSeries[] {
  return family.series.filter((series) => series.case === caseName);
}

/**
 * The newest run that tells the ladder of a case: one with more than half as many of our rungs, in times that may be compared, as any
 * has. A run of a few rungs beside somebody else's tells a ratio, and no ladder. Null when none has anything to say.
 */
export function latestRun(family: SiteFamily, caseName: string): number | null {
  const all = seriesAt(family, caseName).flatMap((series) => series.points);
  const sound = all.filter((point) => doubtOf(point) === null);
  // On a software adapter no time may be compared.
  const points = sound.length > 0 ? sound : all;
  const rungsIn = Map.groupBy(points, ({ run }) => run);
  const ownIn = (run: number) => (rungsIn.get(run) ?? []).filter(({ peer }) => peer === undefined).length;
  const runs = [...rungsIn.keys()];
  const most = Math.max(...runs.map(ownIn));
  const telling = runs.filter((run) => 2 * ownIn(run) > most);
  return telling.length > 0 ? Math.max(...telling) : null;
}

/**
 * Every variant that the run has at this case, and what it lacks: rows of others as the newest run that timed them left them, and rungs of
 * ours that a newer run has timed.
 */
export function rungsOf(
  family: SiteFamily,
  caseName: string,
  run: number,
  metric: MetricId,
): readonly Rung[] {
  const series = seriesAt(family, caseName);
  const firstNs = medianOf(pointIn(series[0], run));
  return series.flatMap((one, place) => {
    const point = pointIn(one, run) ?? peerElsewhere(one) ?? newerOf(one, run);
    return point ? [rungOf(one, point, { place, run, firstNs, metric })] : [];
  });
}

/** By variant, the parameters of the rungs of a run that are a tuning table's. */
export function tunedRungs(family: SiteFamily, caseName: string, run: number): ReadonlyMap<string, Tuned> {
  return new Map(
    rungsOf(family, caseName, run, 'medianNs').flatMap(({ series, point: { tuned } }) =>
      tuned ? [[series.variant, tuned] as const] : [],
    ),
  );
}

// Somebody else's row is there for comparison: an older one tells more than none.
function peerElsewhere({ points }: SiteSeries): SitePoint | undefined {
  return points.findLast(({ status, peer }) => status === 'passed' && peer !== undefined);
}

// A run of the best rungs alone tells no ladder, and its times are news.
function newerOf({ points }: SiteSeries, run: number): SitePoint | undefined {
  return points.findLast((point) => point.run > run && isSoundTime(point));
}

function isSoundTime(point: SitePoint): boolean {
  return point.status === 'passed' && point.timing !== undefined && doubtOf(point) === null;
}

/** A series' point in a run. */
function pointIn(series: SiteSeries | undefined, run: number): SitePoint | undefined {
  return series?.points.find((point) => point.run === run);
}

/** `joint` where the 95 % intervals of several medians overlap. */
export type Fastest = 'alone' | 'joint';

/**
 * The variant with the smallest median time, and those whose 95 % intervals reach into its own. Time decides in every
 * metric: a share has a roof of its own per variant. None among fewer than two, never one of `unfit`, and never a peer.
 */
export function fastestOf(rungs: readonly Rung[], unfit: ReadonlySet<string>): ReadonlyMap<string, Fastest> {
  const timed = rungs.flatMap(({ status, point, series }) =>
    status === 'passed' && point.timing && point.peer === undefined
      ? [{ variant: series.variant, ...point.timing }]
      : [],
  );
  if (timed.length < 2) return new Map();
  const fit = timed.filter(({ variant }) => !unfit.has(variant));
  const first = fit.toSorted((a, b) => a.medianNs - b.medianNs)[0];
  if (!first) return new Map();
  const level = fit.filter((one) => one === first || one.ciLowNs <= first.ciHighNs);
  return new Map(level.map(({ variant }) => [variant, level.length > 1 ? 'joint' : 'alone']));
}

/** Why the time that the speed-ups of a case are over must not be compared; null where it may. */
export function baselineDoubt(family: SiteFamily, caseName: string, run: number): string | null {
  const first = pointIn(seriesAt(family, caseName)[0], run);
  return first ? doubtOf(first) : null;
}

/** Why a time must not be compared with others; null where it may. */
export function doubtOf({ status, comparable, comparableReasons = [] }: SitePoint): string | null {
  if (status !== 'passed' || comparable !== false) return null;
  if (comparableReasons.length === 0) return 'no reason recorded';
  return comparableReasons.map((reason) => reason.replaceAll('-', ' ')).join(', ');
}

/** Why the time of a rung must not be compared with those beside it; null where it may. */
export function rungDoubt(rung: Rung): string | null {
  return rung.status === 'passed' && rung.isNewer ? 'of a newer run' : doubtOf(rung.point);
}

interface Context {
  readonly place: number;
  readonly run: number;
  readonly firstNs: number | null;
  readonly metric: MetricId;
}

function rungOf(series: SiteSeries, point: SitePoint, context: Context): Rung {
  const { place, run, firstNs, metric } = context;
  if (point.status !== 'passed') {
    return { status: point.status, series, point, place, reason: reasonOf(point) };
  }
  const ns = medianOf(point);
  const isOfRun = point.run === run;
  const speedup = isOfRun && firstNs !== null && ns !== null ? firstNs / ns : null;
  const isNewer = !isOfRun && point.peer === undefined;
  return { status: 'passed', series, point, place, measured: measuredIn(point, metric), speedup, isNewer };
}

/** Why a point has no number. */
export function reasonOf(point: SitePoint): string {
  return point.reason ? `${point.reason.code}: ${point.reason.message}` : 'no reason recorded';
}

function medianOf(point: SitePoint | undefined): number | null {
  return point?.status === 'passed' ? (point.timing?.medianNs ?? null) : null;
}
