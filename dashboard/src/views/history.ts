// The trend as a table: a row per run, newest first, a column per variant with all that the tooltip says.
import { el, scrollBox } from '../dom.ts';
import { formatDate } from '../format.ts';
import { wordsOf } from '../model/point-words.ts';
import { commitLink } from './commit.ts';
import { kernelCell } from './kernel.ts';
import type { TrendPoint } from '../model/commit-point.ts';
import type { Trend, TrendColumn } from '../model/trend.ts';

/** What the table needs beside the trend. */
export interface HistoryLook {
  readonly machine: string;
  readonly isOpen: boolean;
  /** True where the page says already that no timing compares. */
  readonly software: boolean;
  /** The hashes of the kernels whose texts the site has. */
  readonly kernels: readonly string[];
}

/** Builds the table inside a disclosure that starts open or closed. */
export function historyTable(trend: Trend, look: HistoryLook): HTMLDetailsElement {
  const names = ['Commit, run (UTC)', ...trend.lines.map((line) => line.variant)];
  const head = el('tr', {}, ...names.map((name) => el('th', { scope: 'col' }, name)));
  const rows = trend.columns.map((run, column) => {
    const points = trend.lines.map((line) => line.points[column] ?? null);
    return el('tr', {}, runCell(look.machine, run), ...points.map((point) => pointCell(point, trend, look)));
  });
  const table = el(
    'table',
    { class: 'history' },
    el('thead', {}, head),
    el('tbody', {}, ...rows.toReversed()),
  );
  const title = 'History as a table';
  const details = el('details', { class: 'twin' }, el('summary', {}, title), scrollBox(title, table));
  details.open = look.isOpen;
  return details;
}

function runCell(machine: string, run: TrendColumn): HTMLElement {
  const { commit, local, startedAt, runs } = run;
  const flags = [
    ...(commit.dirty ? ['dirty'] : []),
    ...(local ? ['local'] : []),
    ...(runs.length > 1 ? [`${runs.length} runs`] : []),
  ];
  const name = commitLink(machine, run);
  const badges = flags.flatMap((flag) => [' ', flagBadge(flag)]);
  const time = el('span', { class: 'detail' }, formatDate(startedAt));
  return el('th', { scope: 'row' }, name, ...badges, time);
}

function pointCell(point: TrendPoint | null, trend: Trend, look: HistoryLook): HTMLElement {
  if (!point) return el('td', {}, '');
  if (point.status !== 'passed') return el('td', { class: point.status, title: point.reason }, point.status);
  const words = wordsOf(point, trend, look.software);
  if (!words) return el('td', {}, '—');
  const { value, sureness, notes } = words;
  const badges = notes.map((note) => flagBadge(note));
  const detail = el('span', { class: 'detail' }, sureness.join(' · '));
  const kernel = el('div', { class: 'point-kernel' }, ...kernelCell(point.kernelHash, look.kernels));
  return el('td', {}, value, detail, ...badges, kernel);
}

function flagBadge(text: string): HTMLElement {
  return el('span', { class: 'badge flag' }, text);
}
