// A point in words, for the tooltip and for the table that says the same.
import { formatMetric, formatRange, shortHash } from '../format.ts';
import type { Measure } from '../format.ts';
import type { TrendPoint } from './commit-point.ts';

/** A measured point: its value, how sure it is, and what sets it apart. */
export interface PointWords {
  readonly value: string;
  /**
   * The runs of the commit and how far they are apart, or the 95 % interval of the one run's median, as in `CI 1.23–1.25 ms`, where
   * the metric is of the median; and the number of samples.
   */
  readonly sureness: readonly string[];
  readonly notes: readonly string[];
}

/** Words for a passed point; null where it has no value in this metric. */
export function wordsOf(
  point: Extract<TrendPoint, { readonly status: 'passed' }>,
  measure: Measure,
  software: boolean,
): PointWords | null {
  const { measured, runs, between, ceiling, kernelHash, doubt } = point;
  if (!measured) return null;
  return {
    value: formatMetric(measure, measured.value, ceiling),
    sureness: [
      ...(between ? [`${runs} runs ${formatRange(measure, ...between)}`] : []),
      ...(measured.interval ? [`CI ${formatRange(measure, ...measured.interval)}`] : []),
      `n\u00a0${measured.n}`,
    ],
    notes: [
      ...point.changed,
      ...(point.isNewKernel && kernelHash ? [`new kernel ${shortHash(kernelHash)}`] : []),
      ...(point.otherChoice === null ? [] : [`tuned: ${point.otherChoice}`]),
      // Of a software adapter the page says so once.
      ...(doubt === null || software ? [] : [`not comparable: ${doubt}`]),
    ],
  };
}
