// A point in words, for the tooltip and for the table that says the same.
import type { MetricId } from '@kernel-ladder/schema';
import { formatMetric, formatRange, shortHash } from '../format.ts';
import type { TrendPoint } from './trend.ts';

/** A measured point: its value, how sure it is, and what sets it apart. */
export interface PointWords {
  readonly value: string;
  /** The 95 % interval of the median, as in `CI 1.23–1.25 ms`, and the number of samples. */
  readonly interval: string;
  readonly samples: string;
  readonly notes: readonly string[];
}

/** Words for a passed point; null where it has no value in this metric. */
export function wordsOf(
  point: Extract<TrendPoint, { readonly status: 'passed' }>,
  metric: MetricId,
  software: boolean,
): PointWords | null {
  const { measured, kernelHash, doubt } = point;
  if (!measured) return null;
  return {
    value: formatMetric(metric, measured.value),
    interval: `CI ${formatRange(metric, measured.ciLow, measured.ciHigh)}`,
    samples: `n\u00a0${measured.n}`,
    notes: [
      ...(point.isNewKernel && kernelHash ? [`new kernel ${shortHash(kernelHash)}`] : []),
      // Of a software adapter the page says so once.
      ...(doubt === null || software ? [] : [`not comparable: ${doubt}`]),
    ],
  };
}
