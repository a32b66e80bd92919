// The table of the latest results: every number that the charts show, sortable from the keyboard.
import { el } from './dom.ts';
import type { Child } from './dom.ts';
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
} from './format.ts';
import { breaksBadge, doubtBadge, fastestBadge, peerBadge, swatch } from './marks.ts';
import { sortValue } from './model/latest.ts';
import type { LatestRow, SortKey } from './model/latest.ts';
import { nextSort } from './state.ts';
import type { Sort } from './state.ts';
import type { SeriesStyle } from './theme.ts';

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
  /** What stands for a kernel. */
  readonly kernel: (hash: string | null) => readonly Child[];
  readonly onSort: (sort: Sort | null) => void;
}

interface Column {
  readonly key: SortKey;
  readonly title: string;
  readonly cell: (row: LatestRow) => string;
}

/** Builds the table from rows that are already in order. */
export function latestTable(rows: readonly LatestRow[], look: TableLook): HTMLTableElement {
  const columns = numberColumns(rows).filter(({ key }) => rows.some((row) => sortValue(row, key) !== null));
  const heads = [variantHead, ...columns, ...endHeads];
  const headRow = el('tr', {}, ...heads.map((column) => header(column, look)));
  const groups = look.casesAs === 'headings' ? Map.groupBy(rows, (row) => row.case) : new Map([['', rows]]);
  const bodies = [...groups].map(([name, own]) => {
    const heading = look.casesAs === 'headings' ? [caseHeading(name, heads.length, look)] : [];
    return el('tbody', {}, ...heading, ...own.map((row) => bodyRow(row, columns, look)));
  });
  return el('table', { id: 'latest-table' }, el('thead', {}, headRow), ...bodies);
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

function header(column: Pick<Column, 'key' | 'title'>, { sort, onSort }: TableLook): HTMLElement {
  const { key, title } = column;
  const isSorted = sort?.column === key;
  const direction = isSorted ? (sort.descending ? 'descending' : 'ascending') : 'none';
  const button = el('button', { id: `sort-${key}`, type: 'button' }, title);
  button.addEventListener('click', () => onSort(nextSort(sort, key)));
  return el('th', { scope: 'col', 'aria-sort': direction, 'data-column': key }, button);
}

function caseHeading(name: string, columns: number, look: TableLook): HTMLElement {
  const link = el('a', { href: look.addressOf(name) }, name);
  const attributes = { scope: 'rowgroup', colspan: String(columns) };
  return el('tr', { class: classOf(name, look, 'case') }, el('th', attributes, link));
}

function bodyRow(row: LatestRow, columns: readonly Column[], look: TableLook): HTMLElement {
  const line = look.casesAs === 'lines' ? [el('span', { class: 'detail' }, row.case)] : [];
  const style = look.style(row);
  const name = el('span', { class: 'name' }, ...(style ? [swatch(style)] : []), row.variant);
  const head = { scope: 'row', 'data-column': 'variant' };
  return el(
    'tr',
    { 'data-id': row.id, class: classOf(row.case, look, row.fastest ? 'best' : '') },
    el('th', head, name, ...badgesOf(row), ...line),
    ...numbersOf(row, columns),
    cell('status', el('span', { class: `badge ${row.status}` }, row.status)),
    cell('kernelHash', ...look.kernel(row.kernelHash)),
  );
}

function classOf(caseName: string, look: TableLook, own: string): string {
  return look.casesAs !== null && caseName === look.case ? `${own} selected`.trim() : own;
}

function badgesOf({ fastest, doubt, isBreaking, peer }: LatestRow): readonly Child[] {
  return [
    ...(peer ? [' ', peerBadge(peer)] : []),
    ...(fastest ? [' ', fastestBadge(fastest)] : []),
    ...(isBreaking ? [' ', breaksBadge('on some edge cases; the checks say which')] : []),
    ...(doubt === null ? [] : [' ', doubtBadge(doubt)]),
  ];
}

function numbersOf(row: LatestRow, columns: readonly Column[]): readonly HTMLElement[] {
  if (row.reason === null) return columns.map(({ key, cell: text }) => cell(key, text(row)));
  if (columns.length === 0) return [];
  return [el('td', { colspan: String(columns.length), 'data-column': 'reason' }, row.reason)];
}

function cell(column: string, ...content: readonly Child[]): HTMLElement {
  return el('td', { 'data-column': column }, ...content);
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
