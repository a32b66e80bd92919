// The table of the latest results: every number that the charts show, sortable from the keyboard.
import { el } from './dom.ts';
import type { Child } from './dom.ts';
import { formatNumber, formatRange, formatSpeedup, formatTime, scaleFor, shortHash } from './format.ts';
import type { LatestRow, SortKey } from './model/latest.ts';
import { nextSort } from './state.ts';
import type { Sort } from './state.ts';

/** What the table needs beside its rows. */
export interface TableLook {
  readonly sort: Sort | null;
  /** The selected case, set off from the others. */
  readonly case: string;
  /** True where the page says already that no timing compares. */
  readonly software: boolean;
  readonly colour: (row: LatestRow) => string;
  readonly onSort: (sort: Sort | null) => void;
}

interface Column {
  readonly key: SortKey;
  readonly title: string;
  readonly cell: (row: LatestRow) => string;
}

/** Builds the table from rows that are already in order. */
export function latestTable(rows: readonly LatestRow[], look: TableLook): HTMLTableElement {
  const columns = numberColumns(rows).filter(({ key }) => rows.some((row) => row[key] !== null));
  const heads = [...textHeads, ...columns, hashHead].map((column) => header(column, look));
  return el(
    'table',
    { id: 'latest-table' },
    el('thead', {}, el('tr', {}, ...heads)),
    el('tbody', {}, ...rows.map((row) => bodyRow(row, columns, look))),
  );
}

const textHeads = [
  { key: 'case', title: 'Case' },
  { key: 'variant', title: 'Variant' },
  { key: 'dtype', title: 'dtype' },
  { key: 'status', title: 'Status' },
] as const;

const hashHead = { key: 'kernelHash', title: 'Kernel' } as const;

function numberColumns(rows: readonly LatestRow[]): readonly Column[] {
  const fastest = Math.max(...rows.map((row) => row.gflops ?? 0));
  const { divisor, unit } = scaleFor('gflops', fastest);
  return [
    { key: 'medianNs', title: 'Median', cell: (row) => number(row.medianNs, formatTime) },
    { key: 'spread', title: 'p25–p75', cell: spreadOf },
    { key: 'gbps', title: 'GB/s', cell: (row) => number(row.gbps) },
    { key: 'gflops', title: unit, cell: (row) => number(row.gflops, (rate) => formatNumber(rate / divisor)) },
    { key: 'pctOfRoof', title: '% roof', cell: (row) => number(row.pctOfRoof, percent) },
    { key: 'pctOfPeak', title: '% peak', cell: (row) => number(row.pctOfPeak, percent) },
    { key: 'algbw', title: 'algbw, GB/s', cell: (row) => number(row.algbw) },
    { key: 'busbw', title: 'busbw, GB/s', cell: (row) => number(row.busbw) },
    { key: 'speedup', title: 'Speed-up', cell: (row) => number(row.speedup, formatSpeedup) },
  ];
}

function header(column: Pick<Column, 'key' | 'title'>, { sort, onSort }: TableLook): HTMLElement {
  const { key, title } = column;
  const isSorted = sort?.column === key;
  const direction = isSorted ? (sort.descending ? 'descending' : 'ascending') : 'none';
  const button = el('button', { id: `sort-${key}`, type: 'button' }, title);
  button.addEventListener('click', () => onSort(nextSort(sort, key)));
  return el('th', { scope: 'col', 'aria-sort': direction, 'data-column': key }, button);
}

function bodyRow(row: LatestRow, columns: readonly Column[], look: TableLook): HTMLElement {
  const swatch = el('span', { class: 'swatch', 'aria-hidden': 'true' });
  swatch.style.setProperty('--series', look.colour(row));
  const hash = row.kernelHash === null ? '—' : shortHash(row.kernelHash);
  return el(
    'tr',
    { 'data-id': row.id, class: row.case === look.case ? 'selected' : '' },
    cell('case', row.case),
    el('th', { scope: 'row', 'data-column': 'variant' }, swatch, row.variant),
    cell('dtype', row.dtype),
    cell('status', el('span', { class: `badge ${row.status}` }, row.status), ...comparability(row, look)),
    ...numbersOf(row, columns),
    cell('kernelHash', el('code', { title: row.kernelHash ?? 'no kernel was built' }, hash)),
  );
}

function numbersOf(row: LatestRow, columns: readonly Column[]): readonly HTMLElement[] {
  if (row.reason === null) return columns.map(({ key, cell: text }) => cell(key, text(row)));
  if (columns.length === 0) return [];
  return [el('td', { colspan: String(columns.length), 'data-column': 'reason' }, row.reason)];
}

function comparability(row: LatestRow, { software }: TableLook): readonly Child[] {
  if (software || row.isComparable || row.status !== 'passed') return [];
  return [' ', el('span', { class: 'badge flag' }, 'not comparable')];
}

function cell(column: string, ...content: readonly Child[]): HTMLElement {
  return el('td', { 'data-column': column }, ...content);
}

function spreadOf({ p25Ns, p75Ns }: LatestRow): string {
  return p25Ns === null || p75Ns === null ? '—' : formatRange('medianNs', p25Ns, p75Ns);
}

function percent(value: number): string {
  return formatNumber(value, 3);
}

function number(value: number | null, write: (value: number) => string = formatNumber): string {
  return value === null ? '—' : write(value);
}
