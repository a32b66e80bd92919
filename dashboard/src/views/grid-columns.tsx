// The columns of series as rows: on the grid, and in the short lists of the overview.
import type { ComponentChildren, VNode } from 'preact';
import type { GridCommit, GridRow } from '@kernel-ladder/schema';
import { formatEffect, formatMetric, formatSpeedup } from '../format.ts';
import { gridStates, gridStateTexts } from '../model/state-words.ts';
import { addressOf } from '../state.ts';
import { numberColumn, textColumn, timeColumn } from '../ui/columns.tsx';
import type { Column } from '../ui/data-table.tsx';
import { CommitLink } from '../ui/links.tsx';
import { Sparkline } from '../ui/spark.tsx';

/** Where rows are of. */
export interface RowPlace {
  readonly machine: string;
  readonly commits: readonly GridCommit[];
}

type RowColumn = Column<GridRow>;

/** Every column of the grid. */
export function rowColumns(place: RowPlace): readonly RowColumn[] {
  return [...nameColumns(place), ...valueColumns(), ...verdictColumns(place)];
}

/** What a reader has chosen, and the way to another choice. */
export interface RowChoice {
  readonly chosen: readonly string[];
  readonly onChoose: (id: string, isTaken: boolean) => void;
}

/** A box to tick in front of a row, for a trend of several. */
export function choiceColumn({ chosen, onChoose }: RowChoice): RowColumn {
  return {
    key: 'chosen',
    title: 'Trend',
    align: 'start',
    isBefore: true,
    value: ({ id }) => (chosen.includes(id) ? 0 : 1),
    cell: ({ id }) => (
      <input
        id={`choose-${id}`}
        type="checkbox"
        aria-label={`${id} in the trend`}
        checked={chosen.includes(id)}
        onChange={(event) => onChoose(id, event.currentTarget.checked)}
      />
    ),
  };
}

/** Family, rung, case and type; on a telephone in one cell. */
export function nameColumns(place: RowPlace): readonly RowColumn[] {
  const [family, ...others] = columnsOfName(place);
  return [...(family ? [family] : []), ...others.map((column) => ({ ...column, isJoined: true as const }))];
}

function columnsOfName({ machine }: RowPlace): readonly RowColumn[] {
  return [
    textColumn(
      'family',
      'Family',
      ({ family }) => family,
      ({ family }) => <a href={addressOf({ page: 'results', machine, family })}>{family}</a>,
    ),
    textColumn(
      'rung',
      'Rung',
      ({ rung }) => rung,
      ({ family, rung, case: name }) => (
        <a href={addressOf({ page: 'results', machine, family, case: name, metric: 'medianNs' })}>{rung}</a>
      ),
    ),
    textColumn(
      'case',
      'Case',
      (row) => row.case,
      (row) => (
        <a class="case" href={addressOf({ page: 'results', machine, family: row.family, case: row.case })}>
          {broken(shortCase(row))}
        </a>
      ),
    ),
    textColumn(
      'dtype',
      'Type',
      ({ dtype }) => dtype,
      ({ dtype }) => dtype,
    ),
  ];
}

/** The case without the type, which has a column of its own. */
export function shortCase({ case: name, dtype }: Pick<GridRow, 'case' | 'dtype'>): string {
  return name.endsWith(`,${dtype}`) ? name.slice(0, -dtype.length - 1) : name;
}

function broken(text: string): ComponentChildren {
  return text.split(/(?<=,)/).flatMap((part, at) => (at === 0 ? [part] : [<wbr key={at} />, part]));
}

/** Time, rate, share of the roof, history. */
export function valueColumns(): readonly RowColumn[] {
  return [
    timeColumn<GridRow>('ns', 'Median time', ({ ns }) => ns ?? null),
    { key: 'rate', title: 'Rate', value: ({ rate }) => rate ?? null, cell: rateText },
    { key: 'share', title: 'Share of roof', value: ({ share }) => share ?? null, cell: shareText },
    {
      key: 'history',
      title: 'History',
      align: 'start',
      value: ({ times }) => times.length,
      cell: (row) => <Sparkline row={row} />,
    },
  ];
}

function rateText({ metric, rate, integer }: GridRow): string {
  if (metric === undefined || rate === undefined) return '—';
  return formatMetric({ metric, numbers: integer ? 'integer' : 'float' }, rate);
}

function shareText({ share, roof }: GridRow): ComponentChildren {
  if (share === undefined) return '—';
  const text = formatMetric({ metric: 'pctOfRoof', numbers: 'float' }, share);
  return (
    <>
      {text}
      {roof === undefined ? null : <span class="detail">of {roof}</span>}
    </>
  );
}

/** Last change and its commit, best peer and the ratio, state. */
export function verdictColumns(place: RowPlace): readonly RowColumn[] {
  return [
    {
      key: 'change',
      title: 'Last change',
      value: ({ change }) => change?.effect ?? null,
      cell: (row) => <Change row={row} />,
    },
    textColumn(
      'changed',
      'At',
      ({ change }) => change?.age ?? null,
      ({ change }) => {
        const commit = change && place.commits[change.at];
        return commit ? <CommitLink machine={place.machine} commit={commit} /> : '—';
      },
    ),
    textColumn(
      'state',
      'State',
      ({ state }) => gridStates.indexOf(state),
      (row) => <StateCell row={row} machine={place.machine} />,
    ),
    textColumn(
      'peer',
      'Best peer',
      ({ best }) => best?.name ?? null,
      (row) => <PeerLink row={row} machine={place.machine} />,
    ),
    numberColumn<GridRow>('over', 'Beside it', ({ best }) => best?.over ?? null, formatSpeedup),
  ];
}

function Change({ row: { change, at, marks } }: { readonly row: GridRow }): VNode {
  if (!change) return <span class="remark">none</span>;
  const isOtherCard = marks[at.indexOf(change.at)] === 'c';
  const tone = change.effect > 0 ? 'slower' : 'faster';
  const words = [
    'of the median time',
    change.sameKernel === undefined ? null : change.sameKernel ? 'same kernel' : 'another kernel',
    change.confirmed ? 'confirmed by the judge' : 'two commits beside each other, no verdict',
  ];
  return (
    <span title={words.filter(Boolean).join(', ')}>
      <span class={`effect ${tone}`}>{formatEffect(change.effect)}</span>
      {change.confirmed ? <span class="badge">confirmed</span> : null}
      {isOtherCard ? <span class="badge flag">another card</span> : null}
    </span>
  );
}

function StateCell({ row, machine }: { readonly row: GridRow; readonly machine: string }): VNode {
  const [name, about] = gridStateTexts[row.state];
  return (
    <>
      <a
        class={`effect ${row.state}`}
        href={addressOf({ page: 'grid', machine, status: row.state })}
        title={about}
      >
        {name}
      </a>
      {row.reason === undefined ? null : <span class="why">{row.reason}</span>}
    </>
  );
}

function PeerLink({ row, machine }: { readonly row: GridRow; readonly machine: string }): ComponentChildren {
  const { best, family } = row;
  if (!best) return '—';
  return (
    <a class="peer" href={addressOf({ page: 'grid', machine, family, rung: best.rung, query: row.case })}>
      {best.name}
    </a>
  );
}
