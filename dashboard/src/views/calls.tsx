// Every time of the allreduce page as a row, measured and modelled, with the ratio of the two.
import type { VNode } from 'preact';
import { useMemo } from 'preact/hooks';
import { bytesText, rateText } from '../charts/allreduce.ts';
import { csvBlob, csvOf } from '../csv.ts';
import { formatSpeedup, formatTime } from '../format.ts';
import { differs } from '../model/allreduce.ts';
import type { CallPoint, Source } from '../model/allreduce.ts';
import { numberColumn, textColumn } from '../ui/columns.tsx';
import { DataTable } from '../ui/data-table.tsx';
import type { Column } from '../ui/data-table.tsx';
import { Download, fileName } from '../ui/download.tsx';
import { IdLink } from '../ui/links.tsx';
import { Section } from '../ui/section.tsx';
import type { AllreduceShown } from './allreduce-shown.ts';

const words = {
  device: 'one device',
  library: 'links',
  model: 'model',
  events: 'events',
} as const satisfies { readonly [One in Source]: string };

/** Draws the table and the button that saves it. */
export function CallsSection({ shown }: { readonly shown: AllreduceShown }): VNode {
  const { library, device, model, events, machine, ranks, topology, context } = shown;
  const { state, go } = context;
  const rows = useMemo(
    () => [...library, ...device, ...model, ...events].flatMap(({ points }) => points),
    [library, device, model, events],
  );
  return (
    <Section id="calls" title="The same as a table">
      <Download
        id="calls-csv"
        file={`${fileName('allreduce', String(ranks), topology.name)}.csv`}
        content={() => csvBlob(csvOf(csvColumns, rows))}
      >
        CSV
      </Download>
      <DataTable
        id="calls-table"
        label="Every time of an allreduce"
        columns={columnsOf(machine)}
        rows={rows}
        keyOf={({ source, name, bytes }) => `${source} ${name} ${bytes}`}
        order={{ sort: state.sort, onSort: (sort) => go({ sort }) }}
      />
    </Section>
  );
}

function columnsOf(machine: string): readonly Column<CallPoint>[] {
  return [
    textColumn<CallPoint>(
      'name',
      'Algorithm',
      ({ name }) => name,
      ({ name, id }) => (id === null ? name : <IdLink machine={machine} id={id} />),
    ),
    textColumn<CallPoint>(
      'source',
      'From',
      ({ source }) => words[source],
      ({ source, about }) => <span title={about}>{words[source]}</span>,
    ),
    numberColumn<CallPoint>('bytes', 'Bytes of a rank', ({ bytes }) => bytes, bytesText),
    numberColumn<CallPoint>(
      'time',
      'Time',
      ({ timeUs }) => timeUs,
      (us) => formatTime(us * 1e3),
    ),
    ...rateColumns,
    textColumn<CallPoint>(
      'doubt',
      'Not comparable',
      ({ doubt }) => doubt,
      ({ doubt }) => doubt ?? '',
    ),
  ];
}

const rateColumns: readonly Column<CallPoint>[] = [
  numberColumn<CallPoint>(
    'algbw',
    'algbw',
    ({ algbw }) => algbw,
    (value) => rateText('algbw', value),
  ),
  numberColumn<CallPoint>(
    'busbw',
    'busbw',
    ({ busbw }) => busbw,
    (value) => rateText('busbw', value),
  ),
  numberColumn<CallPoint>('ratio', 'Model / measured', ({ ratio }) => ratio, ratioCell),
  numberColumn<CallPoint>('events', 'Events / measured', ({ eventRatio }) => eventRatio, ratioCell),
];

function ratioCell(ratio: number): VNode {
  return (
    <>
      {formatSpeedup(ratio)}
      {differs(ratio) ? <span class="badge flag">differs</span> : null}
    </>
  );
}

const csvColumns = [
  { title: 'algorithm', value: ({ name }: CallPoint) => name },
  { title: 'from', value: ({ source }: CallPoint) => words[source] },
  { title: 'about', value: ({ about }: CallPoint) => about },
  { title: 'id', value: ({ id }: CallPoint) => id },
  { title: 'ranks', value: ({ ranks }: CallPoint) => ranks },
  { title: 'bytes', value: ({ bytes }: CallPoint) => bytes },
  { title: 'time, µs', value: ({ timeUs }: CallPoint) => timeUs },
  { title: 'algbw, GB/s', value: ({ algbw }: CallPoint) => algbw },
  { title: 'busbw, GB/s', value: ({ busbw }: CallPoint) => busbw },
  { title: 'model / measured', value: ({ ratio }: CallPoint) => ratio },
  { title: 'events / measured', value: ({ eventRatio }: CallPoint) => eventRatio },
  { title: 'not comparable', value: ({ doubt }: CallPoint) => doubt },
];
