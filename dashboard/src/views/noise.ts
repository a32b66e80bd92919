// How noisy each history is: what the judge has to see through.
import type { JudgedSeries, SiteJudgement } from '@kernel-ladder/schema';
import { el } from '../dom.ts';
import { formatNumber } from '../format.ts';
import { idLink } from './id-link.ts';
import { listing } from './listing.ts';

/** Builds the section, closed: it is a table behind the others. */
export function noiseView({ machineKey, series }: SiteJudgement): HTMLElement {
  const noisiest = series.toSorted((a, b) => (noiseOf(b) ?? -1) - (noiseOf(a) ?? -1));
  const rows = noisiest.map((one) => [
    idLink(machineKey, one.id),
    sigmaText(one),
    String(one.points),
    String(one.segments.length),
    one.launches > 0 ? `${one.launches} A/A launches` : 'the history',
  ]);
  const columns = ['Id', 'Sigma between runs', 'Runs', 'Levels', 'Known from'];
  const changed = series.filter((one) => noiseOf(one) === null).length;
  return el(
    'section',
    { id: 'noise', 'aria-labelledby': 'noise-title' },
    el('header', {}, el('h2', { id: 'noise-title' }, 'Noise between runs')),
    ...(changed > 0 ? [el('p', { class: 'hint' }, whyUnknown(changed))] : []),
    el(
      'details',
      {},
      el('summary', {}, `${series.length} histories, the noisiest first`),
      listing({ label: 'Noise between runs', id: 'noise-table' }, columns, rows),
    ),
  );
}

/** Sigma between runs; null where one level holds several kernels, so that changes of code would count as noise. */
function noiseOf({ sigma, launches, sameKernelHash }: JudgedSeries): number | null {
  return launches === 0 && sameKernelHash === false ? null : sigma;
}

function sigmaText(series: JudgedSeries): string {
  const sigma = noiseOf(series);
  return sigma === null ? 'the kernel changed' : `${formatNumber(100 * sigma, 2)}\u202f%`;
}

function whyUnknown(count: number): string {
  return `The noise of ${count} ids is not known: their kernel changed inside a level, so that the runs differ by their code too. bench aa launches one commit again and again.`;
}
