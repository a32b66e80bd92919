// One point in any metric of the table.
import { metricIds, metricOf, numberIn, numberTypeOf } from '@kernel-ladder/schema';
import type { MetricId, NumberType, SitePoint, SiteSeries } from '@kernel-ladder/schema';
import { isShare } from '../format.ts';

/** A point's value with its spread and confidence interval, all in the metric's own unit. */
export interface Measured {
  readonly value: number;
  /** From the quartiles of the time where the metric is of the median; low is the smaller number, not the smaller time. */
  readonly low: number;
  readonly high: number;
  /** Of the median's 95 % interval; null where the metric is not of the median. */
  readonly interval: readonly [low: number, high: number] | null;
  readonly n: number;
  /** The time that the value comes from. */
  readonly medianNs: number;
}

/** The metrics that at least one point of the series has, in the order of the menu. */
export function presentMetrics(series: readonly SiteSeries[]): readonly MetricId[] {
  const points = series.flatMap((one) => one.points);
  return metricIds.filter((metric) => points.some((point) => valueOf(point, metric) !== null));
}

/**
 * The metric to open with: one that ranks the rungs as their times do, which no share does, as each rung has a roof of its own.
 * The family's headline rate where the case has it, all its rungs do the same work and launching costs less than that; else the time.
 */
export function naturalMetric(
  series: readonly SiteSeries[],
  { headline, software }: { readonly headline: MetricId; readonly software: boolean },
): MetricId {
  const own = series.filter(({ points }) => points.every(({ peer }) => peer === undefined));
  const works = new Set(own.map(({ work: { flops, minBytes } }) => `${flops} ${minBytes}`));
  const hasRate = own.some(({ points }) => points.some((point) => valueOf(point, headline) !== null));
  const shares = own.flatMap(({ points }) => points.map((point) => valueOf(point, 'pctOfRoof') ?? 0));
  const isWork = Math.max(0, ...shares) >= 1;
  return !software && hasRate && works.size === 1 && isWork && !isShare(headline) ? headline : 'medianNs';
}

/** What the operations of a case's series work on; all of them share its type. */
export function numbersOf([first]: readonly SiteSeries[]): NumberType {
  return first ? numberTypeOf(first.dtype.acc) : 'float';
}

/** A point's headline in this metric; null without a timing. */
export function valueOf(point: SitePoint, metric: MetricId): number | null {
  if (point.status !== 'passed' || !point.timing) return null;
  return numberIn(metric, point);
}

/** A point in this metric with its uncertainty; null without a timing. */
export function measuredIn(point: SitePoint, metric: MetricId): Measured | null {
  const value = valueOf(point, metric);
  const { timing } = point;
  if (value === null || !timing) return null;
  const { better, isOfMedian } = metricOf(metric);
  const { n, medianNs } = timing;
  if (!isOfMedian) return { value, low: value, high: value, interval: null, n, medianNs };
  // Work divided by a quantile of the time: value × median ÷ quantile, whatever the work is.
  const at = (ns: number) => (better === 'lower' ? ns : (value * medianNs) / Math.max(ns, 1));
  const [low, high] = ordered(at(timing.p25Ns), at(timing.p75Ns));
  const interval = ordered(at(timing.ciLowNs), at(timing.ciHighNs));
  return { value, low, high, interval, n, medianNs };
}

function ordered(a: number, b: number): readonly [number, number] {
  return a < b ? [a, b] : [b, a];
}
