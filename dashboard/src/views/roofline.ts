// The roofline's section: the machine's roofs, every result of the family below them, and the same as a table.
import { draw } from '../charts/chart.ts';
import { rooflineConfig, shareText } from '../charts/roofline.ts';
import { el, plainTable, scrollBox } from '../dom.ts';
import { formatAmount, formatMetric } from '../format.ts';
import { rooflineOf } from '../model/roofline.ts';
import type { Roof, Roofline } from '../model/roofline.ts';
import { key } from './legend.ts';
import type { Shown } from './shown.ts';

/** Fills the section and draws its chart. */
export function rooflineView(section: HTMLElement, shown: Shown): void {
  const { family, machine, selection, theme } = shown;
  const roofline = rooflineOf(family, selection.case, machine);
  const title = el('h2', { id: 'roofline-title' }, 'Roofline');
  if (!roofline) {
    const text = machine.software
      ? 'A software adapter has no roof that is worth a line.'
      : 'No result of this family stands under a measured roof.';
    section.replaceChildren(el('header', {}, title), el('p', { class: 'hint' }, text));
    return;
  }
  const canvas = el('canvas', { id: 'roofline-chart', role: 'img', 'aria-label': summaryOf(roofline) });
  canvas.dataset['roofs'] = roofline.arithmetic.map(({ name, source }) => `${name} ${source}`).join(',');
  canvas.dataset['points'] = String(roofline.points.length);
  const isOpen = section.querySelector<HTMLDetailsElement>('details.twin')?.open ?? false;
  const chosen = roofline.points.flatMap(({ variant, place }) =>
    place === null ? [] : [{ variant, place }],
  );
  section.replaceChildren(
    el('header', {}, title),
    key(chosen, theme),
    el('div', { class: 'plot' }, canvas),
    el('p', { class: 'hint' }, notesOf(roofline)),
    rooflineTable(roofline, isOpen),
  );
  draw(canvas, rooflineConfig(roofline, theme));
}

/** The chart in words, for a reader who cannot see it. */
export function summaryOf(roofline: Roofline): string {
  const own = roofline.points.filter(({ place }) => place !== null);
  const results = own.map((point) => `${point.variant} ${shareText(point)}`);
  return `${roofline.points.length} results under ${roofline.arithmetic.length} roofs. Of this case: ${results.join(', ')}. The table below has every point.`;
}

/** The roofs of a chart in words, and what its points need said. */
export function notesOf({ memory, arithmetic, numbers, points }: Roofline): string {
  const rate = (gflops: number) => formatMetric({ metric: 'gflops', numbers }, gflops);
  const named = (source: Roof['source']) =>
    [
      ...memory
        .filter((one) => one.source === source)
        .map((one) => `memory ${formatMetric({ metric: 'gbps', numbers }, one.rate)}`),
      ...arithmetic.filter((one) => one.source === source).map((one) => `${one.name} ${rate(one.rate)}`),
    ].join(', ');
  const datasheet = named('datasheet');
  const others = points.some(({ place }) => place === null) ? ' Small points are other cases.' : '';
  const slope = memory.find(({ source }) => source === 'measured')?.rate ?? Infinity;
  const isCached = points.some(({ gflops, intensity }) => gflops > slope * intensity);
  return `Measured roofs: ${named('measured')}.${datasheet ? ` Dashed, the datasheet’s: ${datasheet}.` : ''}${others}${
    isCached
      ? ' A point above the slope found its data in the cache: its share is of its arithmetic roof.'
      : ''
  }`;
}

const columns = ['Variant', 'Share', 'Rate', 'Operations a byte', 'Case'];

function rooflineTable(roofline: Roofline, isOpen: boolean): HTMLElement {
  const rows = roofline.points.map((point) => [
    point.variant,
    point.doubt === null ? shareText(point) : `${shareText(point)}; not comparable: ${point.doubt}`,
    formatMetric({ metric: 'gflops', numbers: roofline.numbers }, point.gflops),
    formatAmount(point.intensity, 3),
    point.case,
  ]);
  const table = scrollBox('Roofline as a table', plainTable(columns, rows, { id: 'roofline-table' }));
  const details = el('details', { class: 'twin' }, el('summary', {}, 'Roofline as a table'), table);
  details.open = isOpen;
  return details;
}
