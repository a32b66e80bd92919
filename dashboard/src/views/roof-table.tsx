// Every point of a machine's roofline as a row: its intensity, rate and share, the roof that limits it, and its probes.
import type { VNode } from 'preact';
import { boundName, boundText } from '../charts/roofline.ts';
import { csvBlob, csvOf } from '../csv.ts';
import { formatAmount, formatMetric } from '../format.ts';
import type { MachineRoofline } from '../model/machine-roofline.ts';
import type { RoofPoint } from '../model/roofline.ts';
import { cited } from '../ui/cited.tsx';
import { idColumn, numberColumn, textColumn } from '../ui/columns.tsx';
import { DataTable } from '../ui/data-table.tsx';
import type { Column } from '../ui/data-table.tsx';
import { Download, fileName } from '../ui/download.tsx';
import { Section } from '../ui/section.tsx';
import type { RooflineShown } from './roofline-shown.ts';

/** Draws the table and the button that saves it. */
export function RoofTableSection({ roofline, machine, context: { state, go } }: RooflineShown): VNode {
  return (
    <Section id="roof-points" title="The same as a table">
      <Download
        id="roof-csv"
        file={`${fileName('roofline', machine, roofline.dtype)}.csv`}
        content={() => csvBlob(csvOf(csvColumns(roofline), roofline.points))}
      >
        CSV
      </Download>
      <DataTable
        id="roof-table"
        label="Every point of the roofline"
        columns={columnsOf(roofline, machine)}
        rows={roofline.points}
        keyOf={({ id }) => id}
        order={{ sort: state.sort, onSort: (sort) => go({ sort }) }}
      />
    </Section>
  );
}

function columnsOf(roofline: MachineRoofline, machine: string): readonly Column<RoofPoint>[] {
  const { numbers, probes } = roofline;
  return [
    idColumn<RoofPoint>({ machine, of: ({ id }) => id }),
    numberColumn<RoofPoint>(
      'intensity',
      'Operations a byte',
      ({ intensity }) => intensity,
      (value) => formatAmount(value, 3),
    ),
    numberColumn<RoofPoint>(
      'gflops',
      'Rate',
      ({ gflops }) => gflops,
      (value) => formatMetric({ metric: 'gflops', numbers }, value),
    ),
    numberColumn<RoofPoint>(
      'share',
      'Share',
      ({ share }) => share,
      (value) => `${formatAmount(value, 3)} %`,
    ),
    textColumn<RoofPoint>(
      'roof',
      'of the roof',
      ({ roof }) => roof,
      ({ roof }) => roof ?? '—',
    ),
    textColumn<RoofPoint>('bound', 'Bound', boundName, (point) => boundText(point).replace('bound: ', '')),
    ...(probes.size > 0 ? [probeColumn(roofline)] : []),
    textColumn<RoofPoint>(
      'doubt',
      'Not comparable',
      ({ doubt }) => doubt,
      ({ doubt }) => doubt ?? '',
    ),
  ];
}

function probeColumn(roofline: MachineRoofline): Column<RoofPoint> {
  return textColumn(
    'probes',
    'Taken apart',
    ({ id }) => roofline.probes.get(id)?.by ?? null,
    ({ id }) => {
      const found = roofline.probes.get(id);
      return found ? (
        <>
          {found.by}
          <span class="why">{cited(`${found.numbers}, at ${found.commit}`, [found.commit])}</span>
        </>
      ) : (
        '—'
      );
    },
  );
}

function csvColumns(roofline: MachineRoofline) {
  return [
    { title: 'id', value: ({ id }: RoofPoint) => id },
    { title: 'operations a byte', value: ({ intensity }: RoofPoint) => intensity },
    { title: 'rate, 1e9 operations/s', value: ({ gflops }: RoofPoint) => gflops },
    { title: 'share, %', value: ({ share }: RoofPoint) => share },
    { title: 'of the roof', value: ({ roof }: RoofPoint) => roof },
    { title: 'bound', value: boundName },
    { title: 'memory, % of the time', value: ({ shares }: RoofPoint) => shares.memory },
    { title: 'requests, % of the time', value: ({ shares }: RoofPoint) => shares.requested },
    { title: 'arithmetic, % of the time', value: ({ shares }: RoofPoint) => shares.arithmetic },
    { title: 'arithmetic roof', value: ({ shares }: RoofPoint) => shares.kind },
    { title: 'held back by, taken apart', value: ({ id }: RoofPoint) => roofline.probes.get(id)?.by ?? null },
    { title: 'taken apart', value: ({ id }: RoofPoint) => roofline.probes.get(id)?.numbers ?? null },
    { title: 'not comparable', value: ({ doubt }: RoofPoint) => doubt },
  ];
}
