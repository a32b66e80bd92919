// The trend's section: legend buttons, the chart, what its marks mean, and the same numbers as a table.
import { metricTable } from '@kernel-ladder/schema';
import { draw } from '../charts/chart.ts';
import { trendConfig } from '../charts/trend.ts';
import { el } from '../dom.ts';
import { formatMetric } from '../format.ts';
import { measuredOf, naturalScale, trendOf } from '../model/trend.ts';
import type { Trend, TrendLine } from '../model/trend.ts';
import type { AxisScale } from '../state.ts';
import { seriesStyle } from '../theme.ts';
import { historyTable } from './history.ts';
import type { Shown } from './shown.ts';

/** Fills the section and draws its chart. */
export function trendView(section: HTMLElement, shown: Shown): void {
  const { family, software, selection, state, theme } = shown;
  const trend = trendOf(family, selection.case, selection.metric);
  const scale = state.scale ?? naturalScale(trend);
  const canvas = el('canvas', { id: 'trend-chart', role: 'img', 'aria-label': summaryOf(trend) });
  Object.assign(canvas.dataset, {
    metric: selection.metric,
    scale,
    columns: String(trend.columns.length),
    variants: visibleOf(trend, state.hidden).join(','),
  });
  const title = el('h2', { id: 'trend-title' }, 'Trend over commits');
  section.replaceChildren(
    el('header', {}, title, scaleButton(scale, shown)),
    legend(trend, shown),
    el('div', { class: 'plot' }, canvas),
    ...notesOf(trend).map((note) => el('p', { class: 'hint' }, note)),
    historyTable(trend, section.querySelector('details')?.open ?? false),
  );
  draw(canvas, trendConfig(trend, { theme, software, scale, hidden: state.hidden }));
}

/** The chart in one sentence per variant, for a reader who cannot see it. */
export function summaryOf(trend: Trend): string {
  const lines = trend.lines.map((line) => {
    const last = measuredOf(line).at(-1);
    return `${line.variant} ${last ? `last ${formatMetric(trend.metric, last.value)}` : 'has no value'}`;
  });
  return `${metricTable[trend.metric].label} over ${count(trend)} for ${lines.join(', ')}. The history table has every point.`;
}

/** Explains the marks that this trend uses, and only those. */
export function notesOf(trend: Trend): readonly string[] {
  const timed = trend.lines.filter((line) => measuredOf(line).length > 0);
  const marks = [
    'Bands span p25 to p75',
    ...(trend.columns.some((run) => run.local) ? ['○ hollow: a local run, not in the history'] : []),
    ...(trend.columns.some((run) => run.commit.dirty) ? ['◆ and *: the tree had uncommitted changes'] : []),
    ...(has(trend.lines, 'failed') ? ['✕ on the axis: failed'] : []),
    ...(has(timed, 'skipped') ? ['– on the axis: skipped'] : []),
  ];
  const lone = trend.columns.length === 1 ? ['One commit so far: a second commit makes a line.'] : [];
  return [...lone, `${marks.join(' · ')}.`];
}

function has(lines: readonly TrendLine[], status: string): boolean {
  return lines.some((line) => line.points.some((point) => point?.status === status));
}

function count({ columns }: Trend): string {
  return columns.length === 1 ? '1 run' : `${columns.length} runs`;
}

function visibleOf(trend: Trend, hidden: readonly string[]): readonly string[] {
  return trend.lines.map((line) => line.variant).filter((variant) => !hidden.includes(variant));
}

function scaleButton(scale: AxisScale, { state, go }: Shown): HTMLElement {
  const isLog = scale === 'log';
  const button = el('button', { id: 'scale', type: 'button', 'aria-pressed': String(isLog) }, 'Log scale');
  button.addEventListener('click', () => go({ ...state, scale: isLog ? 'linear' : 'log' }));
  return button;
}

function legend(trend: Trend, shown: Shown): HTMLElement {
  const buttons = trend.lines.map(({ variant, place }) => legendButton(variant, place, shown));
  return el('div', { class: 'legend', role: 'group', 'aria-label': 'Variants in the trend' }, ...buttons);
}

function legendButton(variant: string, place: number, { state, theme, go }: Shown): HTMLElement {
  const isHidden = state.hidden.includes(variant);
  const swatch = el('span', { class: 'swatch', 'aria-hidden': 'true' });
  const button = el(
    'button',
    { id: `line-${variant}`, type: 'button', 'aria-pressed': String(!isHidden) },
    swatch,
    variant,
  );
  button.style.setProperty('--series', seriesStyle(theme, place).colour);
  const without = state.hidden.filter((name) => name !== variant);
  button.addEventListener('click', () =>
    go({ ...state, hidden: isHidden ? without : [...without, variant] }),
  );
  return button;
}
