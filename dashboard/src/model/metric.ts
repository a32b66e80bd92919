// One point in any metric: every metric is proportional to the median time or to its inverse.
import { metricTable } from '@kernel-ladder/schema';
import type { MetricId, SitePoint, SiteSeries } from '@kernel-ladder/schema';

/** A point's value with its spread and confidence interval, all in the metric's own unit. */
export interface Measured {
  readonly value: number;
  /** From the quartiles of the time; low is the smaller number, not the smaller time. */
  readonly low: number;
  readonly high: number;
  readonly ciLow: number;
  readonly ciHigh: number;
  readonly n: number;
  /** The time that the value comes from. */
  readonly medianNs: number;
}

const offered: readonly MetricId[] = [
  'medianNs',
  'gbps',
  'gflops',
  'pctOfRoof',
  'pctOfPeak',
  'algbw',
  'busbw',
] satisfies readonly MetricId[];

/** The metrics that at least one point of the series has, in the order of the menu. */
export function presentMetrics(series: readonly SiteSeries[]): readonly MetricId[] {
  const points = series.flatMap((one) => one.points);
  return offered.filter((metric) => points.some((point) => valueOf(point, metric) !== null));
}

/**
 * The metric to open with: the share of the roof says most, but a software adapter has no roof worth naming, and where
 * launching costs more than the work no share reaches a percent.
 */
export function naturalMetric(series: readonly SiteSeries[], software: boolean): MetricId {
  const shares = series.flatMap(({ points }) => points.map((point) => valueOf(point, 'pctOfRoof') ?? 0));
  return !software && Math.max(0, ...shares) >= 1 ? 'pctOfRoof' : 'medianNs';
}

/** A point's headline in this metric; null without a timing. */
export function valueOf(point: SitePoint, metric: MetricId): number | null {
  if (point.status !== 'passed' || !point.timing) return null;
  return metric === 'medianNs' ? point.timing.medianNs : (point.metrics?.[metric] ?? null);
}

/** A point in this metric with its uncertainty; null without a timing. */
export function measuredIn(point: SitePoint, metric: MetricId): Measured | null {
  const value = valueOf(point, metric);
  const { timing } = point;
  if (value === null || !timing) return null;
  // Work divided by a quantile of the time: value × median ÷ quantile, whatever the work is.
  const at = (ns: number) =>
    metricTable[metric].better === 'lower' ? ns : (value * timing.medianNs) / Math.max(ns, 1);
  const [low, high] = ordered(at(timing.p25Ns), at(timing.p75Ns));
  const [ciLow, ciHigh] = ordered(at(timing.ciLowNs), at(timing.ciHighNs));
  return { value, low, high, ciLow, ciHigh, n: timing.n, medianNs: timing.medianNs };
}

function ordered(a: number, b: number): readonly [number, number] {
  return a < b ? [a, b] : [b, a];
}
