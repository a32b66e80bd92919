// The trend: each variant over the runs of one case, in commit order, gaps kept as gaps.
import { peerDifferences } from '@kernel-ladder/schema';
import type { MetricId, SiteFamily, SitePoint, SiteRun, SiteSeries } from '@kernel-ladder/schema';
import type { AxisScale } from '../state.ts';
import type { Measure } from '../format.ts';
import { measuredIn, numbersOf } from './metric.ts';
import type { Measured } from './metric.ts';
import { peerOf } from './peers.ts';
import { doubtOf, reasonOf, seriesAt } from './rung.ts';
import { ceilingOf } from './share.ts';
import type { Ceiling } from './share.ts';

/** One variant in one run. */
export type TrendPoint =
  | {
      readonly status: 'passed';
      readonly measured: Measured | null;
      /** The roof or peak that a share is of; null of what is no share. */
      readonly ceiling: string | null;
      /** Why its time must not be compared; null where it may. */
      readonly doubt: string | null;
      readonly kernelHash: string | null;
      /** Another kernel than at the point before: only then can the code be why a time moved. */
      readonly isNewKernel: boolean;
      /** What is another about the peer than when it last ran, where a new series begins; empty of a kernel of ours. */
      readonly changed: readonly string[];
    }
  | { readonly status: 'failed' | 'skipped'; readonly reason: string };

/** One variant; a point per column, null where the run did not have it. */
export interface TrendLine {
  readonly variant: string;
  readonly place: number;
  /** Of a kernel of ours: nobody judges a peer. */
  readonly isOwn: boolean;
  readonly points: readonly (TrendPoint | null)[];
}

/** A chart's worth of lines. */
export interface Trend extends Measure {
  readonly columns: readonly SiteRun[];
  readonly lines: readonly TrendLine[];
}

/** Collects the runs that have the case, and a line per variant over them; without a machine shares do not name their roof. */
export function trendOf(
  family: SiteFamily,
  caseName: string,
  metric: MetricId,
  machine: Ceiling | null = null,
): Trend {
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
      isOwn: one.points.every(({ peer }) => peer === undefined),
      points: pointsOf(family, one, { runs, metric, machine }),
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
  family: SiteFamily,
  series: SiteSeries,
  { runs, ...context }: PointContext & { readonly runs: readonly number[] },
): readonly (TrendPoint | null)[] {
  const byRun = new Map(series.points.map((point) => [point.run, point]));
  const inOrder = runs.map((run) => byRun.get(run));
  return inOrder.map((point, column) => {
    const before = inOrder.slice(0, column).filter((one) => one !== undefined);
    return point ? pointOf(family, { series, point, before }, context) : null;
  });
}

interface PointContext {
  readonly metric: MetricId;
  readonly machine: Ceiling | null;
}

interface Placed {
  readonly series: SiteSeries;
  readonly point: SitePoint;
  readonly before: readonly SitePoint[];
}

function pointOf(
  family: SiteFamily,
  { series, point, before }: Placed,
  { metric, machine }: PointContext,
): TrendPoint {
  if (point.status !== 'passed') return { status: point.status, reason: reasonOf(point) };
  const kernelHash = point.kernelHash ?? null;
  const hashBefore = before.findLast((one) => one.kernelHash)?.kernelHash;
  return {
    status: 'passed',
    measured: measuredIn(point, metric),
    ceiling: ceilingOf(metric, series, { point, machine }),
    doubt: doubtOf(point),
    kernelHash,
    isNewKernel: hashBefore !== undefined && kernelHash !== null && hashBefore !== kernelHash,
    // Of what was skipped nobody knows the version.
    changed: changedFrom(
      family,
      before.findLast(({ status }) => status !== 'skipped'),
      point,
    ),
  };
}

function changedFrom(family: SiteFamily, before: SitePoint | undefined, point: SitePoint): readonly string[] {
  const [was, is] = [before && peerOf(family, before), peerOf(family, point)];
  return was && is ? peerDifferences(was, is) : [];
}
