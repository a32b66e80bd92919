// The trend as a table: a row per run, newest first, a column per variant.
import type { SiteRun } from '@kernel-ladder/schema';
import { el } from '../dom.ts';
import { formatDate, formatMetric, shortCommit } from '../format.ts';
import type { Trend, TrendPoint } from '../model/trend.ts';

/** Builds the table inside a disclosure that starts open or closed. */
export function historyTable(trend: Trend, isOpen: boolean): HTMLDetailsElement {
  const variants = trend.lines.map((line) => el('th', { scope: 'col' }, line.variant));
  const head = el(
    'tr',
    {},
    el('th', { scope: 'col' }, 'Commit'),
    el('th', { scope: 'col' }, 'Date'),
    ...variants,
  );
  const rows = trend.columns.map((run, column) => row(run, column, trend)).toReversed();
  const table = el('table', { class: 'history' }, el('thead', {}, head), el('tbody', {}, ...rows));
  const scroll = { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': 'History as a table' };
  const details = el(
    'details',
    { class: 'twin' },
    el('summary', {}, 'History as a table'),
    el('div', scroll, table),
  );
  details.open = isOpen;
  return details;
}

function row(run: SiteRun, column: number, trend: Trend): HTMLElement {
  const { commit } = run;
  const flags = [...(commit.dirty ? ['dirty'] : []), ...(run.local ? ['local'] : [])];
  const name = el('code', { title: commit.subject }, shortCommit(commit.sha));
  return el(
    'tr',
    {},
    el(
      'th',
      { scope: 'row' },
      name,
      ...flags.flatMap((flag) => [' ', el('span', { class: 'badge flag' }, flag)]),
    ),
    el('td', {}, formatDate(commit.date)),
    ...trend.lines.map((line) => pointCell(line.points[column] ?? null, trend)),
  );
}

function pointCell(point: TrendPoint | null, { metric }: Trend): HTMLElement {
  if (!point) return el('td', {}, '');
  if (point.status !== 'passed') return el('td', { class: point.status, title: point.reason }, point.status);
  return el('td', {}, point.measured ? formatMetric(metric, point.measured.value) : '—');
}
