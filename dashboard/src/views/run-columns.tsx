// The columns of a run's results: the number, how it was sampled, and the check that it stands on.
import { numberTypeOf, tunedText } from '@kernel-ladder/schema';
import type { Run } from '@kernel-ladder/schema';
import { formatMetric, formatNumber, formatRange, medianTime } from '../format.ts';
import type { RunRow } from '../model/run-rows.ts';
import { idColumn, numberColumn, textColumn, timeColumn } from '../ui/columns.tsx';
import type { Column } from '../ui/data-table.tsx';
import { Quantiles, Samples } from '../ui/quantiles.tsx';

/** What came of a result. */
export const resultStates = ['passed', 'failed', 'skipped'] as const;

/** The columns; samples have one where the run kept them. */
export function runColumns(run: Run, rows: readonly RunRow[]): readonly Column<RunRow>[] {
  const hasSamples = rows.some(({ samplesNs }) => samplesNs.length > 1);
  return [
    idColumn<RunRow>({ machine: run.machine.key, of: ({ id }) => id }),
    textColumn<RunRow>(
      'status',
      'Status',
      ({ result }) => resultStates.indexOf(result.status),
      ({ result }) => <span class={`badge ${result.status}`}>{result.status}</span>,
    ),
    timeColumn<RunRow>('median', 'Median', ({ timing }) => timing?.medianNs ?? null),
    textColumn<RunRow>(
      'spread',
      'Distribution',
      ({ timing }) => (timing === null ? null : timing.sdNs / timing.meanNs),
      ({ timing }) => (timing === null ? '—' : <Quantiles timing={timing} />),
    ),
    ...(hasSamples ? [samplesColumn] : []),
    ...timingColumns,
    rateColumn('gbps', 'Bandwidth'),
    rateColumn('gflops', 'Rate'),
    ...(rows.some(({ result }) => result.tuned) ? [tunedColumn] : []),
    ...checkColumns,
  ];
}

const samplesColumn = textColumn<RunRow>(
  'samples',
  'Samples in time order',
  ({ samplesNs }) => samplesNs.length,
  ({ samplesNs }) => <Samples samples={samplesNs} />,
);

const tunedColumn = textColumn<RunRow>(
  'tuned',
  'Tuned parameters',
  ({ result: { tuned } }) => (tuned ? tunedText(tuned) : null),
  ({ result: { tuned } }) => <span class="why">{tuned ? tunedText(tuned) : '—'}</span>,
);

const timingColumns: readonly Column<RunRow>[] = [
  textColumn<RunRow>(
    'interval',
    '95 % interval',
    ({ timing }) => timing?.ciLowNs ?? null,
    ({ timing }) => (timing === null ? '—' : formatRange(medianTime, timing.ciLowNs, timing.ciHighNs)),
  ),
  numberColumn<RunRow>('n', 'Samples', ({ timing }) => timing?.n ?? null),
  textColumn<RunRow>(
    'stop',
    'Stopped by',
    ({ timing }) => timing?.stopReason ?? null,
    ({ timing }) => timing?.stopReason.replaceAll('-', ' ') ?? '—',
  ),
  timeColumn<RunRow>('spent', 'Sampled for', ({ sampledNs }) => sampledNs),
];

function rateColumn(metric: 'gbps' | 'gflops', title: string): Column<RunRow> {
  const value = ({ result }: RunRow) => result.metrics?.[metric] ?? null;
  return {
    key: metric,
    title,
    value,
    cell: (row) => {
      const number = value(row);
      return number === null
        ? '—'
        : formatMetric({ metric, numbers: numberTypeOf(row.result.dtype.acc) }, number);
    },
  };
}

const checkColumns: readonly Column<RunRow>[] = [
  numberColumn<RunRow>(
    'error',
    'Error over tolerance',
    ({ error }) => error,
    (value) => formatNumber(value, 2),
  ),
  textColumn<RunRow>(
    'oracle',
    'Oracle',
    ({ result }) => result.check?.oracle ?? null,
    ({ result }) => <span class="why">{result.check?.oracle ?? '—'}</span>,
  ),
  textColumn<RunRow>(
    'coverage',
    'Edge cases',
    ({ coverage }) => coverage || null,
    ({ coverage }) => coverage || '—',
  ),
  textColumn<RunRow>(
    'why',
    'Why',
    ({ why }) => why || null,
    ({ why }) => <span class="why">{why}</span>,
  ),
];
