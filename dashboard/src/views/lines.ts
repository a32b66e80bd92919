// The code behind the ladder: lines against speed-up as a chart, and as a table for who cannot see it.
import { draw } from '../charts/chart.ts';
import { linesConfig } from '../charts/lines.ts';
import { el, plainTable, scrollBox } from '../dom.ts';
import { formatSpeedup } from '../format.ts';
import type { CodePoint } from '../model/lines.ts';
import { codePointsOf, countsNote } from '../model/lines.ts';
import type { Shown } from './shown.ts';

/** What the ladder's section shows of its variants' code, and the drawing that is left when it stands in the page. */
export interface LinesView {
  readonly elements: readonly HTMLElement[];
  readonly draw: () => void;
}

const nothing: LinesView = { elements: [], draw: () => {} };

/** Builds the chart of one run; nothing where fewer than two variants tell their lines. */
export function linesView(section: HTMLElement, { family, selection, theme }: Shown, run: number): LinesView {
  const points = codePointsOf(family, selection.case, run);
  if (points.length < 2) return nothing;
  const canvas = el('canvas', { id: 'lines-chart', role: 'img', 'aria-label': summaryOf(points) });
  canvas.dataset['variants'] = points.map(({ variant }) => variant).join(',');
  const note = countsNote(family);
  const isOpen = section.querySelector<HTMLDetailsElement>('details.twin')?.open ?? false;
  return {
    elements: [
      el('h3', {}, 'Speed-up against lines of code'),
      el('div', { class: 'plot low' }, canvas),
      ...(note === '' ? [] : [el('p', { class: 'hint' }, note)]),
      linesTable(points, isOpen),
    ],
    draw: () => draw(canvas, linesConfig(points, theme)),
  };
}

/** The chart in one sentence, for a reader who cannot see it. */
export function summaryOf(points: readonly CodePoint[]): string {
  const variants = points.map(
    ({ variant, speedup, lines }) => `${variant} ${formatSpeedup(speedup)} with ${lines} lines`,
  );
  return `Speed-up over the first rung against lines of code: ${variants.join(', ')}. The table below has every point.`;
}

const columns = ['Variant', 'WGSL', 'Generator', 'Speed-up', 'Per 100'];

function linesTable(points: readonly CodePoint[], isOpen: boolean): HTMLElement {
  const rows = points.map(({ variant, wgsl, host, speedup, perLine }) => [
    variant,
    String(wgsl),
    String(host),
    formatSpeedup(speedup),
    formatSpeedup(100 * perLine),
  ]);
  const table = scrollBox('Lines of code as a table', plainTable(columns, rows, { class: 'lines' }));
  const details = el('details', { class: 'twin' }, el('summary', {}, 'Lines of code as a table'), table);
  details.open = isOpen;
  return details;
}
