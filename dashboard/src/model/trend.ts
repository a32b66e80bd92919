// The trend: each variant over the runs of one case, in commit order, gaps kept as gaps.
import type { MetricId, SiteFamily, SitePoint, SiteRun, SiteSeries } from '@kernel-ladder/schema';
import type { AxisScale } from '../state.ts';
import type { Measure } from '../format.ts';
import { measuredIn, numbersOf } from './metric.ts';
import type { Measured } from './metric.ts';
import { doubtOf, reasonOf, seriesAt } from './rung.ts';

/** One variant in one run. */
export type TrendPoint =
  | {
      readonly status: 'passed';
      readonly measured: Measured | null;
      /** Why its time must not be compared; null where it may. */
      readonly doubt: string | null;
      readonly kernelHash: string | null;
      /** Another kernel than at the point before: only then can the code be why a time moved. */
      readonly isNewKernel: boolean;
    }
  | { readonly status: 'failed' | 'skipped'; readonly reason: string };

/** One variant; a point per column, null where the run did not have it. */
export interface TrendLine {
  readonly variant: string;
  readonly place: number;
  readonly points: readonly (TrendPoint | null)[];
}

/** A chart's worth of lines. */
export interface Trend extends Measure {
  readonly columns: readonly SiteRun[];
  readonly lines: readonly TrendLine[];
}

/** Collects the runs that have the case, and a line per variant over them. */
export function trendOf(family: SiteFamily, caseName: string, metric: MetricId): Trend {
  const series = seriesAt(family, caseName);
  const seen = new Set(series.flatMap((one) => one.points.map((point) => point.run)));
  const runs = family.runs.map((_, run) => run).filter((run) => seen.has(run));
  return {
    metric,
    numbers: numbersOf(series),
    columns: runs.flatMap((run) => family.runs[run] ?? []),
    lines: series.map((one, place) => ({
      variant: one.variant,
      place,
      points: pointsOf(one, runs, metric),
    })),
  };
}

/** Everything measured, for axes and summaries. */
export function measuredOf(line: TrendLine): readonly Measured[] {
  return line.points.flatMap((point) =>
    point?.status === 'passed' && point.measured ? [point.measured] : [],
  );
}

/** Logarithmic where a linear axis would press most lines onto its floor. */
export function naturalScale(trend: Trend): AxisScale {
  const values = trend.lines.flatMap((line) => measuredOf(line)).map((one) => one.value);
  return Math.max(...values) > 20 * Math.min(...values) ? 'log' : 'linear';
}

function pointsOf(
  series: SiteSeries,
  runs: readonly number[],
  metric: MetricId,
): readonly (TrendPoint | null)[] {
  const byRun = new Map(series.points.map((point) => [point.run, point]));
  const inOrder = runs.map((run) => byRun.get(run));
  return inOrder.map((point, column) => (point ? pointOf(point, hashBefore(inOrder, column), metric) : null));
}

function pointOf(point: SitePoint, before: string | undefined, metric: MetricId): TrendPoint {
  if (point.status !== 'passed') return { status: point.status, reason: reasonOf(point) };
  const kernelHash = point.kernelHash ?? null;
  return {
    status: 'passed',
    measured: measuredIn(point, metric),
    doubt: doubtOf(point),
    kernelHash,
    isNewKernel: before !== undefined && kernelHash !== null && before !== kernelHash,
  };
}

function hashBefore(points: readonly (SitePoint | undefined)[], column: number): string | undefined {
  return points.slice(0, column).findLast((point) => point?.kernelHash)?.kernelHash;
}
