// The gate's list: ids whose newest commit looks slower than the level before it.
import type { SiteJudgement } from '../documents.ts';
import { el, plainTable, scrollBox } from '../dom.ts';
import { formatEffect, formatP, shortCommit } from '../format.ts';
import { idLink, trendAddress } from './id-link.ts';

/** Builds the section. */
export function suspectsView({ machineKey, newest, runs, series }: SiteJudgement): HTMLElement {
  const section = el(
    'section',
    { id: 'suspects', 'aria-labelledby': 'suspects-title' },
    el('header', {}, el('h2', { id: 'suspects-title' }, 'Suspects of the newest commit')),
  );
  if (!newest) {
    const text =
      'The newest commit has no id with an earlier run to compare with: record a second commit on this machine.';
    section.append(el('p', { class: 'hint' }, text));
    return section;
  }
  const run = runs[newest.run];
  const commit = el('code', {}, shortCommit(run?.commit.sha ?? ''));
  const found = newest.suspects.length === 0 ? 'none' : String(newest.suspects.length);
  const of = ` ${run?.commit.subject ?? ''}: ${found} of ${newest.judged} ids look slower than their level. `;
  const hint = 'A suspect is no verdict: bench ab measures both commits again, in turns.';
  section.append(el('p', { class: 'hint' }, commit, of, hint));
  if (newest.suspects.length > 0) {
    const ids = series.map((one) => one.id);
    const rows = newest.suspects.map(({ id, effect, deltaMin, p, q }) => [
      idLink(machineKey, id, trendAddress(machineKey, id, ids)),
      formatEffect(effect),
      formatEffect(deltaMin),
      formatP(p),
      formatP(q),
    ]);
    const columns = ['Id', 'Time', 'Suspected from', 'p', 'q'];
    section.append(
      scrollBox('Suspects', plainTable(columns, rows, { id: 'suspects-table', class: 'listing' })),
    );
  }
  return section;
}
