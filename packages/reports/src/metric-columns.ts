// Metrics as columns of a write-up: heads, units and numbers come from the table of metrics.
import type { Row } from '@kernel-ladder/curriculum';
import { shortNumber } from '@kernel-ladder/curriculum';
import { fittingUnit, metricIds, metricOf, numberIn, numberTypeOf, storedUnit } from '@kernel-ladder/schema';
import type { MetricId, NumberType } from '@kernel-ladder/schema';

/** A head, and what stands below it. */
export interface MetricColumn {
  readonly head: string;
  readonly cell: (row: Row) => string;
}

/** The unit of the times of all pages, that of a few thousand nanoseconds. */
export const timeUnit = fittingUnit(metricOf('medianNs').units, 1000, 'float');

/** The head of a column of times. */
export const timeHead = `time, ${timeUnit.name}`;

/** The unit in which bandwidths are stored. */
export const bandwidthUnit = storedUnit(metricOf('gbps').units, 'float');

/** A metric of the rows in the unit that suits the largest; rows of floats beside rows of integers have one each. */
export function metricColumn(id: MetricId, rows: readonly Row[]): MetricColumn {
  const { short, units } = metricOf(id);
  const [numbers = 'float', ...others] = new Set(rows.map(numbersOf));
  const isMixed = others.length > 0 && units.float !== units.integer;
  if (isMixed) return { head: short.toLowerCase(), cell: (row) => metricText(id, row) };
  const largest = Math.max(0, ...rows.map((row) => numberIn(id, row.result) ?? 0));
  const { divisor, name } = fittingUnit(units, largest, numbers);
  return {
    head: name === '%' ? `% of ${short.replace('% ', '')}` : `${short.toLowerCase()}, ${name}`,
    cell: (row) => {
      const value = numberIn(id, row.result);
      return value === null ? '' : shortNumber(value / divisor);
    },
  };
}

/** The metrics that some row has, but for those that a page shows in its own way. */
export function otherMetrics(rows: readonly Row[], shown: readonly MetricId[]): readonly MetricId[] {
  return metricIds.filter(
    (id) => !shown.includes(id) && rows.some(({ result }) => numberIn(id, result) !== null),
  );
}

/** A row's number in a metric with its unit; nothing where it has none. */
export function metricText(id: MetricId, row: Row): string {
  const value = numberIn(id, row.result);
  return value === null ? '' : withUnit(id, value, numbersOf(row));
}

/** A metric's value in the unit that suits it. */
export function withUnit(id: MetricId, value: number, numbers: NumberType): string {
  const { divisor, name } = fittingUnit(metricOf(id).units, value, numbers);
  return `${shortNumber(value / divisor)} ${name}`;
}

function numbersOf({ result }: Row): NumberType {
  return numberTypeOf(result.dtype.acc);
}
