// Every place of a sweep as a row: its values along the axes, the rung, what was measured, and the knee that it is.
import { metricIds } from '@kernel-ladder/schema';
import type { VNode } from 'preact';
import { kneeText } from '../charts/landscape.ts';
import { csvBlob, csvOf } from '../csv.ts';
import { formatMetric, formatRange, metricLabel } from '../format.ts';
import { valueText } from '../model/axes.ts';
import type { Value } from '../model/axes.ts';
import type { Curve, Landscape, Spot } from '../model/landscape.ts';
import { valueOf } from '../model/metric.ts';
import { numberColumn, textColumn } from '../ui/columns.tsx';
import { DataTable } from '../ui/data-table.tsx';
import type { Column } from '../ui/data-table.tsx';
import { Download, fileName } from '../ui/download.tsx';
import { IdLink } from '../ui/links.tsx';
import { Section } from '../ui/section.tsx';
import type { LandscapeShown } from './landscape.tsx';

interface Row {
  readonly spot: Spot;
  readonly knee: string | null;
}

/** Draws the table and the button that saves it. */
export function SpotsSection({ landscape, machine, family, context }: LandscapeShown): VNode {
  const { state, go } = context;
  const rows = landscape.curves.flatMap((curve) =>
    curve.spots.map((spot, at) => rowOf(landscape, curve, spot, at)),
  );
  const columns = columnsOf(landscape, machine.key, family.ladder.simulated);
  return (
    <Section id="spots" title="The same as a table">
      <Download
        id="spots-csv"
        file={`${fileName('sweep', family.family, landscape.across.id)}.csv`}
        content={() => csvBlob(csvOfRows(landscape, rows))}
      >
        CSV
      </Download>
      <DataTable
        id="spots-table"
        label="Every place of the sweep"
        columns={columns}
        rows={rows}
        keyOf={({ spot }) => spot.series.id}
        order={{ sort: state.sort, onSort: (sort) => go({ sort }) }}
      />
    </Section>
  );
}

function rowOf({ across }: Landscape, { knees }: Curve, spot: Spot, at: number): Row {
  const knee = knees.find(({ index }) => index === at);
  return { spot, knee: knee ? kneeText(knee, across) : null };
}

function columnsOf(landscape: Landscape, machine: string, simulated: boolean): readonly Column<Row>[] {
  const { across, up, metric } = landscape;
  return [
    textColumn<Row>(
      'id',
      'Result',
      ({ spot }) => spot.series.id,
      ({ spot }) => <IdLink machine={machine} id={spot.series.id} />,
    ),
    axisColumn('x', across.label, ({ spot }) => spot.x),
    ...(up ? [axisColumn('y', up.label, ({ spot }) => spot.y)] : []),
    numberColumn<Row>(
      'value',
      metricLabel(metric, simulated),
      ({ spot }) => spot.measured.value,
      (value) => formatMetric(landscape, value),
    ),
    textColumn<Row>(
      'interval',
      '95 % interval',
      ({ spot }) => spot.measured.interval?.[0] ?? null,
      ({ spot: { measured } }) => (measured.interval ? formatRange(landscape, ...measured.interval) : '—'),
    ),
    textColumn<Row>(
      'knee',
      `Knee along ${across.label}`,
      ({ knee }) => knee,
      ({ knee }) => knee ?? '',
    ),
    textColumn<Row>(
      'doubt',
      'Not comparable',
      ({ spot }) => spot.doubt,
      ({ spot }) => spot.doubt ?? '',
    ),
  ];
}

function axisColumn(key: string, title: string, of: (row: Row) => Value | null): Column<Row> {
  const value = (row: Row) => {
    const one = of(row);
    return typeof one === 'boolean' ? valueText(one) : one;
  };
  const cell = (row: Row) => {
    const one = of(row);
    return typeof one === 'number' ? one.toLocaleString('en') : valueText(one ?? '');
  };
  return { key, title, value, cell };
}

// Every parameter of a case and every metric, in the units in which results store them.
function csvOfRows({ curves }: Landscape, rows: readonly Row[]): string {
  const params = [
    ...new Set(curves.flatMap(({ spots }) => spots.flatMap(({ series }) => Object.keys(series.params)))),
  ];
  return csvOf<Row>(
    [
      { title: 'id', value: ({ spot }) => spot.series.id },
      { title: 'rung', value: ({ spot }) => spot.series.variant },
      ...params.map((key) => ({
        title: key,
        value: ({ spot }: Row) => {
          const value = spot.series.params[key];
          return typeof value === 'boolean' ? valueText(value) : (value ?? null);
        },
      })),
      ...metricIds.map((id) => ({ title: id, value: ({ spot }: Row) => valueOf(spot.point, id) })),
      { title: 'knee', value: ({ knee }) => knee },
      { title: 'not comparable', value: ({ spot }) => spot.doubt },
    ],
    rows,
  );
}
