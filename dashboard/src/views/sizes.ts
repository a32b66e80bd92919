// The section of sizes: the rate of every rung over the size of the problem, and the same numbers as a table.
import { metricTable } from '@kernel-ladder/schema';
import { draw } from '../charts/chart.ts';
import { sizesConfig } from '../charts/sizes.ts';
import { el, plainTable, scrollBox } from '../dom.ts';
import { formatMetric, metricLabel } from '../format.ts';
import { sizesOf } from '../model/sizes.ts';
import type { SizeLine, Sizes } from '../model/sizes.ts';
import { key } from './legend.ts';
import type { Shown } from './shown.ts';

/** Fills the section and draws its chart. */
export function sizesView(section: HTMLElement, shown: Shown): void {
  const { family, selection, software, simulated, theme } = shown;
  const sizes = sizesOf(family, selection.case, software);
  const title = el('h2', { id: 'sizes-title' }, 'Rate over size');
  if (!sizes) {
    const text = 'No other size of this case was timed, so that there is no line to draw.';
    section.replaceChildren(el('header', {}, title), el('p', { class: 'hint' }, text));
    return;
  }
  const canvas = el('canvas', { id: 'sizes-chart', role: 'img', 'aria-label': summaryOf(sizes) });
  canvas.dataset['lines'] = sizes.lines.map(({ variant, points }) => `${variant}:${points.length}`).join(',');
  const isOpen = section.querySelector<HTMLDetailsElement>('details.twin')?.open ?? false;
  const label = metricLabel(sizes.metric, simulated);
  section.replaceChildren(
    el('header', {}, title),
    key(sizes.lines, theme),
    el('div', { class: 'plot' }, canvas),
    el('p', { class: 'hint' }, `${label} along ${sizes.axis}. ${notesOf(sizes)}`),
    sizesTable(sizes, isOpen),
  );
  draw(canvas, sizesConfig(sizes, theme, simulated));
}

/** The chart in one sentence a line, for a reader who cannot see it. */
export function summaryOf(sizes: Sizes): string {
  const lines = sizes.lines.map(({ variant, points }) => {
    const [first, last] = [points[0], points.at(-1)];
    if (!first || !last) return variant;
    return `${variant} from ${formatMetric(sizes, first.measured.value)} at ${first.size} to ${formatMetric(sizes, last.measured.value)} at ${last.size}`;
  });
  return `${metricTable[sizes.metric].label} along ${sizes.axis}: ${lines.join(', ')}. The table below has every point.`;
}

function notesOf({ lines }: Sizes): string {
  const points = lines.flatMap((line) => line.points);
  const runs = new Set(points.map(({ run }) => run)).size;
  const source = runs === 1 ? 'All points are of one run.' : `The newest comparable times, of ${runs} runs.`;
  return points.some(({ doubt }) => doubt !== null)
    ? `${source} Hollow: a time that is not comparable.`
    : source;
}

function sizesTable(sizes: Sizes, isOpen: boolean): HTMLElement {
  const columns = ['Size', ...sizes.lines.map(({ variant }) => variant)];
  const rows = sizes.sizes.map((size) => [
    size.toLocaleString('en'),
    ...sizes.lines.map(({ points }) =>
      cellOf(
        sizes,
        points.find((point) => point.size === size),
      ),
    ),
  ]);
  const table = scrollBox('Rate over size as a table', plainTable(columns, rows, { id: 'sizes-table' }));
  const details = el('details', { class: 'twin' }, el('summary', {}, 'Rate over size as a table'), table);
  details.open = isOpen;
  return details;
}

function cellOf(sizes: Sizes, point: SizeLine['points'][number] | undefined): string {
  if (!point) return '—';
  const value = formatMetric(sizes, point.measured.value);
  return point.doubt === null ? value : `${value} (not comparable: ${point.doubt})`;
}
