// How noisy each history is: what the judge has to see through.
import type { SiteJudgement } from '@kernel-ladder/schema';
import { el, plainTable, scrollBox } from '../dom.ts';
import { formatNumber } from '../format.ts';
import { idLink } from './id-link.ts';

/** Builds the section, closed: it is a table behind the others. */
export function noiseView({ machineKey, series }: SiteJudgement): HTMLElement {
  const noisiest = series.toSorted((a, b) => b.sigma - a.sigma);
  const rows = noisiest.map(({ id, points, segments, sigma, launches }) => [
    idLink(machineKey, id),
    String(points),
    String(segments.length),
    `${formatNumber(100 * sigma, 2)}\u202f%`,
    launches > 0 ? `${launches} A/A launches` : 'the history',
  ]);
  const columns = ['Id', 'Runs', 'Levels', 'Sigma between runs', 'Known from'];
  return el(
    'section',
    { id: 'noise', 'aria-labelledby': 'noise-title' },
    el('header', {}, el('h2', { id: 'noise-title' }, 'Noise between runs')),
    el(
      'details',
      {},
      el('summary', {}, `${series.length} histories, the noisiest first`),
      scrollBox('Noise between runs', plainTable(columns, rows, { id: 'noise-table', class: 'listing' })),
    ),
  );
}
