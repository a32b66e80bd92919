// The trend's section: legend buttons, the chart, what its marks mean, and the same numbers as a table.
import { metricTable } from '@kernel-ladder/schema';
import { draw } from '../charts/chart.ts';
import { trendConfig } from '../charts/trend.ts';
import { el } from '../dom.ts';
import { formatEffect, formatEffects, formatMetric } from '../format.ts';
import { judgedOf } from '../model/judged.ts';
import type { ChangeMark, Judged } from '../model/judged.ts';
import { seriesAt } from '../model/rung.ts';
import { measuredOf, naturalScale, trendOf } from '../model/trend.ts';
import type { Trend, TrendLine } from '../model/trend.ts';
import { addressOf } from '../state.ts';
import type { AxisScale } from '../state.ts';
import { counted } from '../ui/counted.ts';
import { commitLink } from './commit.ts';
import { historyTable } from './history.ts';
import { legend, visibleOf } from './legend.ts';
import type { Shown } from './shown.ts';

/** Fills the section and draws its chart. */
export function trendView(section: HTMLElement, shown: Shown): void {
  const { family, machine, software, simulated, selection, state, theme, judgement } = shown;
  const trend = trendOf(family, selection.case, selection.metric, machine);
  const series = seriesAt(family, selection.case);
  const judged = judgedOf(trend, judgement, (variant) => series.find((one) => one.variant === variant)?.id);
  const visible = visibleOf(trend, state.hidden);
  const scale = state.scale ?? naturalScale(trend);
  const canvas = el('canvas', { id: 'trend-chart', role: 'img', 'aria-label': summaryOf(trend) });
  Object.assign(canvas.dataset, {
    metric: selection.metric,
    scale,
    columns: String(trend.columns.length),
    variants: visible.join(','),
    changes: String(judged.marks.filter(({ variant }) => visible.includes(variant)).length),
  });
  const isOpen = section.querySelector<HTMLDetailsElement>('details.twin')?.open ?? false;
  const title = el('h2', { id: 'trend-title' }, 'Trend over commits');
  section.replaceChildren(
    el('header', {}, title, scaleButtons(scale, shown)),
    legend(trend, shown),
    visible.length > 0 ? el('div', { class: 'plot' }, canvas) : allHidden(),
    ...notesOf(trend, judged, software).map((note) => el('p', { class: 'hint' }, note)),
    ...changeList(judged, trend, shown),
    historyTable(trend, { machine: family.machineKey, isOpen, software, kernels: family.kernels }),
  );
  if (visible.length === 0) return;
  draw(canvas, trendConfig(trend, { theme, software, simulated, scale, hidden: state.hidden, judged }));
}

// Without a line every axis would be made up.
function allHidden(): HTMLElement {
  return el(
    'p',
    { class: 'plot empty-plot' },
    'Every variant of this case is hidden. “Show all” puts them back.',
  );
}

/** The chart in one sentence per variant, for a reader who cannot see it. */
export function summaryOf(trend: Trend): string {
  const lines = trend.lines.map((line) => `${line.variant} ${lastOf(line, trend)}`);
  return `${metricTable[trend.metric].label} over ${count(trend)} for ${lines.join(', ')}. The history table has every point.`;
}

function lastOf({ points }: TrendLine, trend: Trend): string {
  for (const point of points.toReversed()) {
    if (point?.status === 'passed' && point.measured)
      return `last ${formatMetric(trend, point.measured.value, point.ceiling)}`;
  }
  return 'has no value';
}

/** Explains the marks that this trend uses, and only those. */
export function notesOf(trend: Trend, judged: Judged, software: boolean): readonly string[] {
  const timed = trend.lines.filter((line) => measuredOf(line).length > 0);
  const marks = [
    ...(metricTable[trend.metric].isOfMedian ? [bandsText(trend)] : []),
    ...hollowNote(trend, software),
    ...(has(trend.lines, 'failed') ? ['✕ on the axis: failed'] : []),
    ...(has(timed, 'skipped') ? ['– on the axis: skipped'] : []),
    ...(judged.bands.length > 0 ? ['dotted: two sigmas between runs about the level'] : []),
    ...(judged.marks.length > 0
      ? ['dashed upright: the level changed, with the change of the median time']
      : []),
  ];
  const lone = trend.columns.length === 1 ? ['One commit so far: a second commit makes a line.'] : [];
  return marks.length > 0 ? [...lone, `${marks.join(' · ')}.`] : lone;
}

function bandsText({ columns }: Trend): string {
  const isOne = columns.every(({ runs }) => runs.length === 1);
  return isOne
    ? 'Bands span p25 to p75'
    : 'Bands span p25 to p75 over all runs of a commit, points their middle';
}

function hollowNote({ columns, lines }: Trend, software: boolean): readonly string[] {
  const points = lines.flatMap((line) => (line.isOwn ? line.points : []));
  const isDoubtful = points.some((point) => point?.status === 'passed' && point.doubt !== null);
  const reasons = [
    ...(columns.some((run) => run.local) ? ['a local run, not in the history'] : []),
    ...(columns.some((run) => run.commit.dirty) ? ['a tree with uncommitted changes (*)'] : []),
    ...(isDoubtful && !software ? ['a time that is not comparable'] : []),
    ...(lines.some(({ isOwn }) => !isOwn) ? ['somebody else’s row'] : []),
  ];
  return reasons.length > 0 ? [`hollow: not judged, ${reasons.join(' or ')}`] : [];
}

function changeList({ marks }: Judged, trend: Trend, { family, state }: Shown): readonly HTMLElement[] {
  if (marks.length === 0) return [];
  const items = marks.map((mark) => describeChange(mark, trend, family.machineKey));
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
function describeChange(
  { variant, column, change }: ChangeMark,
  { columns }: Trend,
  machine: string,
): HTMLElement {
  const run = columns[column];
  const kernel = { true: 'kernel unchanged', false: 'kernel changed', null: 'kernel not known' };
  const interval = formatEffects(change.ciLow, change.ciHigh);
  const what = `${variant} ${change.direction}: ${formatEffect(change.effect)} in time (95 % ${interval}) at `;
  const at = run ? [commitLink(machine, run)] : [];
  return el('li', {}, what, ...at, `, ${kernel[`${change.sameKernelHash}`]}`);
}

function has(lines: readonly TrendLine[], status: string): boolean {
  return lines.some((line) => line.points.some((point) => point?.status === status));
}

function count({ columns }: Trend): string {
  return counted(columns.length, 'commit');
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
