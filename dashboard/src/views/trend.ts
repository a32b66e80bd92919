// The trend's section: legend buttons, the chart, what its marks mean, and the same numbers as a table.
import { metricTable } from '@kernel-ladder/schema';
import { draw } from '../charts/chart.ts';
import { trendConfig } from '../charts/trend.ts';
import { el } from '../dom.ts';
import { formatEffects, formatMetric, shortCommit } from '../format.ts';
import { judgedOf } from '../model/judged.ts';
import type { ChangeMark, Judged } from '../model/judged.ts';
import { seriesAt } from '../model/rung.ts';
import { measuredOf, naturalScale, trendOf } from '../model/trend.ts';
import type { Trend, TrendLine } from '../model/trend.ts';
import { addressOf } from '../state.ts';
import type { AxisScale } from '../state.ts';
import { seriesStyle } from '../theme.ts';
import { historyTable } from './history.ts';
import type { Shown } from './shown.ts';

/** Fills the section and draws its chart. */
export function trendView(section: HTMLElement, shown: Shown): void {
  const { family, software, simulated, selection, state, theme, judgement } = shown;
  const trend = trendOf(family, selection.case, selection.metric);
  const series = seriesAt(family, selection.case);
  const judged = judgedOf(trend, judgement, (variant) => series.find((one) => one.variant === variant)?.id);
  const scale = state.scale ?? naturalScale(trend);
  const canvas = el('canvas', { id: 'trend-chart', role: 'img', 'aria-label': summaryOf(trend) });
  Object.assign(canvas.dataset, {
    metric: selection.metric,
    scale,
    columns: String(trend.columns.length),
    variants: visibleOf(trend, state.hidden).join(','),
    changes: String(judged.marks.filter(({ variant }) => !state.hidden.includes(variant)).length),
  });
  const title = el('h2', { id: 'trend-title' }, 'Trend over commits');
  section.replaceChildren(
    el('header', {}, title, scaleButtons(scale, shown)),
    legend(trend, shown),
    el('div', { class: 'plot' }, canvas),
    ...notesOf(trend, judged).map((note) => el('p', { class: 'hint' }, note)),
    ...changeList(judged, trend, shown),
    historyTable(trend, section.querySelector<HTMLDetailsElement>('details.twin')?.open ?? false),
  );
  draw(canvas, trendConfig(trend, { theme, software, simulated, scale, hidden: state.hidden, judged }));
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
export function notesOf(trend: Trend, judged: Judged): readonly string[] {
  const timed = trend.lines.filter((line) => measuredOf(line).length > 0);
  const marks = [
    'Bands span p25 to p75',
    ...(trend.columns.some((run) => run.local) ? ['○ hollow: a local run, not in the history'] : []),
    ...(trend.columns.some((run) => run.commit.dirty) ? ['◆ and *: the tree had uncommitted changes'] : []),
    ...(has(trend.lines, 'failed') ? ['✕ on the axis: failed'] : []),
    ...(has(timed, 'skipped') ? ['– on the axis: skipped'] : []),
    ...(judged.bands.length > 0 ? ['dotted: two sigmas between runs about the level'] : []),
    ...(judged.marks.length > 0
      ? ['dashed upright: the level changed, with the change of the median time']
      : []),
  ];
  const lone = trend.columns.length === 1 ? ['One commit so far: a second commit makes a line.'] : [];
  return [...lone, `${marks.join(' · ')}.`];
}

function changeList({ marks }: Judged, trend: Trend, { family, state }: Shown): readonly HTMLElement[] {
  if (marks.length === 0) return [];
  const items = marks.map((mark) => el('li', {}, describeChange(mark, trend)));
  const all = addressOf({ page: 'changes', machine: family.machineKey });
  const list = el('ul', { class: 'plain', id: 'trend-changes' }, ...items);
  const link = el('a', { href: all }, 'All changes on this machine');
  const details = el(
    'details',
    {},
    el('summary', {}, marks.length === 1 ? '1 change of level' : `${marks.length} changes of level`),
    list,
    link,
  );
  details.open = state.hidden.length === 0;
  return [details];
}

/** A change in words. */
function describeChange({ variant, column, text, change }: ChangeMark, { columns }: Trend): string {
  const commit = shortCommit(columns[column]?.commit.sha ?? '');
  const kernel = { true: 'kernel unchanged', false: 'kernel changed', null: 'kernel not known' };
  const interval = formatEffects(change.ciLow, change.ciHigh);
  return `${variant} ${change.direction} by ${text} in time (95 % ${interval}) at ${commit}, ${kernel[`${change.sameKernelHash}`]}`;
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

function scaleButtons(scale: AxisScale, shown: Shown): HTMLElement {
  return el(
    'div',
    { class: 'scales', role: 'group', 'aria-label': 'Value axis' },
    scaleButton('fit', 'Fit to values', { scale, shown }),
    scaleButton('log', 'Log scale', { scale, shown }),
  );
}

function scaleButton(
  own: 'fit' | 'log',
  label: string,
  { scale, shown: { state, go } }: { readonly scale: AxisScale; readonly shown: Shown },
): HTMLElement {
  const isOn = scale === own;
  const button = el('button', { id: `scale-${own}`, type: 'button', 'aria-pressed': String(isOn) }, label);
  button.addEventListener('click', () => go({ ...state, scale: isOn ? 'linear' : own }));
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
