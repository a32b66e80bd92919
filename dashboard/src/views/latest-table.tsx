// The table of the latest results: every number that the charts show, sortable from the keyboard.
import type { VNode } from 'preact';
import { metricIds, metricOf } from '@kernel-ladder/schema';
import type { MetricId } from '@kernel-ladder/schema';
import {
  formatAmount,
  formatMetric,
  formatRange,
  formatSpeedup,
  isShare,
  isTime,
  medianTime,
  unitFor,
} from '../format.ts';
import { sortValue } from '../model/latest.ts';
import type { LatestRow, SortKey } from '../model/latest.ts';
import { nextSort } from '../state.ts';
import type { Sort } from '../state.ts';
import type { SeriesStyle } from '../theme.ts';
import { KernelButton } from '../ui/kernel-button.tsx';
import { BreaksBadge, DoubtBadge, FastestBadge, PeerBadge, Swatch, TunedBadge } from '../ui/marks.tsx';

/** What the table needs beside its rows. */
export interface TableLook {
  readonly sort: Sort | null;
  /** The selected case, set off from the others. */
  readonly case: string;
  /** Several cases are told apart by headings, or row by row where a sort mixes them; one needs neither. */
  readonly casesAs: 'headings' | 'lines' | null;
  /** What the row's variant looks like in the charts; null where they do not show it. */
  readonly style: (row: LatestRow) => SeriesStyle | null;
  /** The address of a case's ladder and trend. */
  readonly addressOf: (caseName: string) => string;
  /** The hashes of the kernels whose texts the site has. */
  readonly kernels: readonly string[];
  readonly onSort: (sort: Sort | null) => void;
}

interface Column {
  readonly key: SortKey;
  readonly title: string;
  readonly cell: (row: LatestRow) => string;
}

/** Draws the table of rows that are already in order. */
export function LatestTable({ rows, look }: LatestProps): VNode {
  const columns = numberColumns(rows).filter(({ key }) => rows.some((row) => sortValue(row, key) !== null));
  const heads = [variantHead, ...columns, ...endHeads];
  const groups = look.casesAs === 'headings' ? Map.groupBy(rows, (row) => row.case) : new Map([['', rows]]);
  return (
    <table id="latest-table">
      <thead>
        <tr>
          {heads.map((column) => (
            <Head key={column.key} column={column} look={look} />
          ))}
        </tr>
      </thead>
      {[...groups].map(([name, own]) => (
        <tbody key={name}>
          {look.casesAs === 'headings' ? (
            <CaseHeading name={name} columns={heads.length} look={look} />
          ) : null}
          {own.map((row) => (
            <BodyRow key={row.id} row={row} columns={columns} look={look} />
          ))}
        </tbody>
      ))}
    </table>
  );
}

/** Rows, and what decides about their looks. */
export interface LatestProps {
  readonly rows: readonly LatestRow[];
  readonly look: TableLook;
}

const variantHead = { key: 'variant', title: 'Variant' } as const;

const endHeads = [
  { key: 'status', title: 'Status' },
  { key: 'kernelHash', title: 'Kernel' },
] as const;

// The median leads; what is said of it follows, then every other metric.
function numberColumns(rows: readonly LatestRow[]): readonly Column[] {
  const [median, ...others] = metricIds.map((id) => metricColumn(id, rows));
  return [
    ...(median ? [median] : []),
    { key: 'speedup', title: 'Speed-up', cell: speedupOf },
    { key: 'over', title: 'Our best over it', cell: ({ over }) => number(over, formatSpeedup) },
    { key: 'spread', title: 'p25–p75', cell: spreadOf },
    ...others,
  ];
}

// One unit for a column of rates; times span too much for one, and rates of floats and integers have none in common.
function metricColumn(id: MetricId, rows: readonly LatestRow[]): Column {
  const { short, units } = metricOf(id);
  const [numbers = 'float', ...more] = new Set(rows.map((row) => row.numbers));
  const withUnits = (row: LatestRow) =>
    number(row.values[id], (value) =>
      formatMetric({ metric: id, numbers: row.numbers }, value, row.ceilings[id]),
    );
  const isMixed = more.length > 0 && units.float !== units.integer;
  if (isTime(id) || isShare(id) || isMixed) return { key: id, title: short, cell: withUnits };
  const highest = Math.max(...rows.map((row) => row.values[id] ?? 0));
  const unit = unitFor({ metric: id, numbers }, highest);
  return {
    key: id,
    title: `${short}, ${unit.name}`,
    cell: (row) => number(row.values[id], (value) => formatAmount(value / unit.divisor)),
  };
}

interface HeadProps {
  readonly column: Pick<Column, 'key' | 'title'>;
  readonly look: TableLook;
}

function Head({ column: { key, title }, look: { sort, onSort } }: HeadProps): VNode {
  const isSorted = sort?.column === key;
  const direction = isSorted ? (sort.descending ? 'descending' : 'ascending') : 'none';
  return (
    <th scope="col" aria-sort={direction} data-column={key}>
      <button id={`sort-${key}`} type="button" onClick={() => onSort(nextSort(sort, key))}>
        {title}
      </button>
    </th>
  );
}

interface HeadingProps {
  readonly name: string;
  readonly columns: number;
  readonly look: TableLook;
}

function CaseHeading({ name, columns, look }: HeadingProps): VNode {
  return (
    <tr class={classOf(name, look, 'case')}>
      <th scope="rowgroup" colSpan={columns}>
        <a href={look.addressOf(name)}>{name}</a>
      </th>
    </tr>
  );
}

interface RowProps {
  readonly row: LatestRow;
  readonly columns: readonly Column[];
  readonly look: TableLook;
}

function BodyRow({ row, columns, look }: RowProps): VNode {
  const style = look.style(row);
  return (
    <tr data-id={row.id} class={classOf(row.case, look, row.fastest ? 'best' : '')}>
      <th scope="row" data-column="variant">
        <span class="name">
          {style ? <Swatch style={style} /> : null}
          {row.variant}
        </span>
        <Badges row={row} />
        {look.casesAs === 'lines' ? <span class="detail">{row.case}</span> : null}
      </th>
      <Numbers row={row} columns={columns} />
      <td data-column="status">
        <span class={`badge ${row.status}`}>{row.status}</span>
      </td>
      <td data-column="kernelHash">
        <KernelButton hash={row.kernelHash} recorded={look.kernels} />
      </td>
    </tr>
  );
}

function classOf(caseName: string, look: TableLook, own: string): string {
  return look.casesAs !== null && caseName === look.case ? `${own} selected`.trim() : own;
}

function Badges({ row: { fastest, doubt, isBreaking, peer, tuned } }: { readonly row: LatestRow }): VNode {
  const badges = [
    ...(peer ? [<PeerBadge peer={peer} />] : []),
    ...(fastest ? [<FastestBadge fastest={fastest} />] : []),
    ...(tuned ? [<TunedBadge tuned={tuned} />] : []),
    ...(isBreaking ? [<BreaksBadge title="on some edge cases; the checks say which" />] : []),
    ...(doubt === null ? [] : [<DoubtBadge doubt={doubt} />]),
  ];
  return <>{badges.map((badge) => [' ', badge])}</>;
}

function Numbers({ row, columns }: Omit<RowProps, 'look'>): VNode | null {
  if (row.reason !== null && columns.length === 0) return null;
  if (row.reason !== null)
    return (
      <td colSpan={columns.length} data-column="reason">
        {row.reason}
      </td>
    );
  return (
    <>
      {columns.map(({ key, cell }) => (
        <td key={key} data-column={key}>
          {cell(row)}
        </td>
      ))}
    </>
  );
}

function spreadOf({ p25Ns, p75Ns }: LatestRow): string {
  return p25Ns === null || p75Ns === null ? '—' : formatRange(medianTime, p25Ns, p75Ns);
}

function speedupOf({ speedup, isBaselineDoubtful }: LatestRow): string {
  return number(speedup, (ratio) => `${isBaselineDoubtful ? '≈\u202f' : ''}${formatSpeedup(ratio)}`);
}

function number(value: number | null, write: (value: number) => string): string {
  return value === null ? '—' : write(value);
}
