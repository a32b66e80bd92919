// The trend as rows of a file: one for each series at each commit in view.
import { metricOf, storedUnit } from '@kernel-ladder/schema';
import { csvOf } from '../csv.ts';
import type { CsvColumn } from '../csv.ts';
import type { TrendPoint } from './commit-point.ts';
import type { Span } from './range.ts';
import type { Trend, TrendColumn, TrendLine } from './trend.ts';

interface Row {
  readonly line: TrendLine;
  readonly column: TrendColumn;
  readonly point: TrendPoint;
}

/** Comma-separated values, oldest commit first; values are in the unit that the head names. */
export function trendCsv(trend: Trend, { first, last }: Span): string {
  const rows = trend.columns.slice(first, last + 1).flatMap((column, at) =>
    trend.lines.flatMap((line): readonly Row[] => {
      const point = line.points[first + at];
      return point ? [{ line, column, point }] : [];
    }),
  );
  return csvOf(columnsOf(trend), rows);
}

type Passed = Extract<TrendPoint, { readonly status: 'passed' }>;
type Measured = NonNullable<Passed['measured']>;

function columnsOf({ metric, numbers }: Trend): readonly CsvColumn<Row>[] {
  const { label, units } = metricOf(metric);
  const unit = storedUnit(units, numbers);
  return [
    { title: 'commit', value: ({ column }) => column.commit.sha },
    { title: 'commit date', value: ({ column }) => column.commit.date },
    { title: 'runs', value: ({ column }) => column.runs.map(({ runId }) => runId).join(' ') },
    { title: 'series', value: ({ line }) => line.id },
    { title: 'status', value: ({ point }) => point.status },
    measured(`${label}, ${unit}`, ({ value }) => value),
    measured(`p25 to p75 from, ${unit}`, ({ low }) => low),
    measured(`p25 to p75 to, ${unit}`, ({ high }) => high),
    measured(`95 % interval from, ${unit}`, ({ interval }) => interval?.[0] ?? null),
    measured(`95 % interval to, ${unit}`, ({ interval }) => interval?.[1] ?? null),
    measured('samples', ({ n }) => n),
    passed('roof', ({ ceiling }) => ceiling),
    passed('kernel', ({ kernelHash }) => kernelHash),
    passed('tuned', (point) => point.otherChoice),
    passed('not comparable', ({ doubt }) => doubt),
    { title: 'reason', value: ({ point }) => (point.status === 'passed' ? null : point.reason) },
  ];
}

function passed(title: string, of: (point: Passed) => string | null): CsvColumn<Row> {
  return { title, value: ({ point }) => (point.status === 'passed' ? of(point) : null) };
}

function measured(title: string, of: (measured: Measured) => number | null): CsvColumn<Row> {
  const value = ({ point }: Row) => (point.status === 'passed' && point.measured ? of(point.measured) : null);
  return { title, value };
}
