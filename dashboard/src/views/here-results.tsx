// The results of a run in the browser as they come, each beside the tracked machine's newest time.
import type { VNode } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import type { SiteFamily, SiteMachine } from '@kernel-ladder/schema';
import { loadFamily } from '../data.ts';
import { formatMetric, formatNumber, formatSpeedup } from '../format.ts';
import { backendText } from '../machine.ts';
import type { Going } from '../model/here.ts';
import { newestOf, rowsOf } from '../model/here-rows.ts';
import type { HereRow } from '../model/here-rows.ts';
import type { PageContext } from '../pages/context.ts';
import { numberColumn, textColumn, timeColumn } from '../ui/columns.tsx';
import { DataTable } from '../ui/data-table.tsx';
import type { Column } from '../ui/data-table.tsx';
import { IdLink } from '../ui/links.tsx';
import { Hint, Section } from '../ui/section.tsx';
import { Term } from '../ui/term.tsx';

interface ResultsProps {
  readonly context: PageContext;
  readonly tracked: SiteMachine | null;
  readonly going: Going;
}

/** Draws it; the order is in the address. */
export function HereResults({ context, tracked, going }: ResultsProps): VNode | null {
  const { state, go } = context;
  const families = useTracked(tracked, going);
  const { begun, results } = going;
  const columns = useMemo(() => columnsOf(tracked), [tracked]);
  const rows = useMemo(() => {
    if (!begun) return [];
    const newest = newestOf(families, tracked?.machine.software ?? false);
    return rowsOf(results, { machine: begun.machine, ladders: begun.families ?? [], tracked: newest });
  }, [begun, results, families, tracked]);
  return (
    <Section id="here-results" title="Results of this browser">
      <Hint>
        {tracked
          ? `Beside them the newest times of ${tracked.machine.adapter.name} (${backendText(tracked.machine)}), measured by another program on another machine: a look, and no verdict. `
          : ''}
        A share is of this device’s own measured <Term word="roof" />.
      </Hint>
      <DataTable
        id="here-table"
        label="Results of this browser"
        columns={columns}
        rows={rows}
        keyOf={({ id }) => id}
        order={{ sort: state.sort, onSort: (sort) => go({ sort }) }}
      />
    </Section>
  );
}

// The families that a run is about, as the tracked machine knows them; those that it does not know are left out.
function useTracked(tracked: SiteMachine | null, { ids }: Going): readonly SiteFamily[] {
  const [files, setFiles] = useState<readonly SiteFamily[]>([]);
  const key = tracked?.machine.key ?? null;
  const names = [...new Set(ids.map(({ family }) => family))].filter((name) =>
    tracked?.families.includes(name),
  );
  useEffect(() => {
    let isWanted = true;
    const load = async () => {
      const loaded = key === null ? [] : await Promise.all(names.map((name) => loadFamily(key, name)));
      if (isWanted) setFiles(loaded.flatMap((file) => (file.status === 'loaded' ? [file.value] : [])));
    };
    void load();
    return () => {
      isWanted = false;
    };
  }, [key, names.join()]);
  return files;
}

function columnsOf(tracked: SiteMachine | null): readonly Column<HereRow>[] {
  const machine = tracked?.machine;
  return [
    idColumnOf(tracked),
    textColumn<HereRow>('check', 'Check', statusRank, Check),
    timeColumn<HereRow>('time', 'Time', ({ medianNs }) => medianNs),
    ...rateColumns,
    ...(machine
      ? [
          timeColumn<HereRow>('tracked', `On ${machine.adapter.name}`, ({ trackedNs }) => trackedNs),
          numberColumn<HereRow>('ratio', 'Speed over it', ({ ratio }) => ratio, ratioText),
        ]
      : []),
    textColumn<HereRow>(
      'why',
      'Why',
      ({ reason, doubt }) => reason ?? doubt,
      ({ reason, doubt }) => (
        <span class="why">{reason ?? (doubt === null ? '' : `not comparable: ${doubt}`)}</span>
      ),
    ),
  ];
}

// What the tracked machine knows leads to its trend there.
function idColumnOf(tracked: SiteMachine | null): Column<HereRow> {
  return textColumn<HereRow>(
    'id',
    'Series',
    ({ id }) => id,
    ({ id, trackedNs }) =>
      tracked && trackedNs !== null ? (
        <IdLink machine={tracked.machine.key} id={id} />
      ) : (
        <IdLink machine="" id={id} href={null} />
      ),
  );
}

const rateColumns: readonly Column<HereRow>[] = [
  {
    key: 'rate',
    title: 'Rate',
    value: ({ rate }) => rate?.value ?? null,
    cell: ({ rate }) => (rate ? formatMetric(rate.measure, rate.value) : '—'),
  },
  {
    key: 'share',
    title: 'Of this roof',
    value: ({ share }) => share?.value ?? null,
    cell: ({ share }) =>
      share ? formatMetric({ metric: 'pctOfRoof', numbers: 'float' }, share.value, share.roof) : '—',
  },
];

const statuses = ['failed', 'skipped', 'passed'] as const;

function statusRank({ status }: HereRow): number {
  return statuses.indexOf(status);
}

function Check({ status, error }: HereRow): VNode {
  const text = error === null ? status : `${status}, ${errorText(error)}`;
  return <span class={`check ${status}`}>{text}</span>;
}

function ratioText(ratio: number): string {
  return ratio < 0.01 ? '< 0.01×' : formatSpeedup(ratio);
}

function errorText(error: number): string {
  return error === 0 ? 'exact' : `error ${formatNumber(100 * error, 2)} % of its bound`;
}
