// A result's numbers in words: every metric of the table, without naming one.
import { metricIds, metricOf, numberIn, numberTypeOf } from '@kernel-ladder/schema';
import type { Machine, MetricId, Result } from '@kernel-ladder/schema';
import { formatMetric } from './format.ts';

type Measured = Pick<Result, 'timing' | 'metrics' | 'dtype'>;

/** One metric of a result; a dash where it has none. */
export function metricText(id: MetricId, result: Measured): string {
  const value = numberIn(id, result);
  return value === null ? '–' : formatMetric(id, value, numberTypeOf(result.dtype.acc));
}

/** All metrics that a result has. */
export function metricNumbers(result: Measured): { readonly [Id in MetricId]?: number } {
  return Object.fromEntries(
    metricIds.flatMap((id) => {
      const value = numberIn(id, result);
      return value === null ? [] : [[id, value] as const];
    }),
  );
}

/** A column for each metric that one of the results has. */
export function metricColumns(results: readonly Measured[]): {
  readonly titles: readonly string[];
  readonly cells: (result: Measured) => readonly string[];
} {
  const ids = metricIds.filter((id) => results.some((result) => numberIn(id, result) !== null));
  return {
    titles: ids.map((id) => metricOf(id).short.toLowerCase()),
    cells: (result) => ids.map((id) => metricText(id, result)),
  };
}

/** The measured roofs of a machine, memory first. */
export function roofTexts({ copyGBps, readGBps, gflops }: Machine['roofs']): readonly string[] {
  return [
    `copy ${formatMetric('gbps', copyGBps, 'float')}`,
    `read ${formatMetric('gbps', readGBps, 'float')}`,
    ...Object.entries(gflops).map(
      ([kind, value]) => `${kind} ${formatMetric('gflops', value, numberTypeOf(kind))}`,
    ),
  ];
}
