// The gate's list: ids whose newest commit looks slower than the level before it.
import type { JudgedNewest, SiteJudgement, SiteRun } from '@kernel-ladder/schema';
import { el } from '../dom.ts';
import type { Child } from '../dom.ts';
import { formatEffect, formatP, shortCommit } from '../format.ts';
import { idLink, trendAddress } from './id-link.ts';
import { listing } from './listing.ts';

/** Builds the section. */
export function suspectsView({ machineKey, newest, runs, series }: SiteJudgement): HTMLElement {
  const section = el(
    'section',
    { id: 'suspects', 'aria-labelledby': 'suspects-title' },
    el('header', {}, el('h2', { id: 'suspects-title' }, 'Suspects of the newest commit')),
  );
  if (!newest) {
    const text =
      'There is no earlier commit to compare the newest one with: record a second commit on this machine.';
    section.append(el('p', { class: 'hint' }, text));
    return section;
  }
  section.append(el('p', { class: 'hint' }, ...summary(newest, runs[newest.run])));
  if (newest.withheld.length > 0)
    section.append(el('p', { class: 'hint' }, `Timings not judged: ${newest.withheld.join(', ')}.`));
  if (newest.suspects.length > 0) {
    const ids = series.map((one) => one.id);
    const rows = newest.suspects.map(({ id, effect, deltaMin, p, q, cards }) => [
      idLink(machineKey, id, trendAddress(machineKey, id, ids)),
      `${formatEffect(effect)}${cards ? ', another card' : ''}`,
      formatEffect(deltaMin),
      formatP(p),
      formatP(q),
    ]);
    const columns = ['Id', 'Time', 'Suspected from', 'p', 'q'];
    section.append(listing({ label: 'Suspects', id: 'suspects-table' }, columns, rows));
  }
  return section;
}

function summary({ judged, suspects }: JudgedNewest, run: SiteRun | undefined): readonly Child[] {
  const commit = el('code', {}, shortCommit(run?.commit.sha ?? ''));
  const subject = ` ${run?.commit.subject ?? ''}: `;
  if (judged === 0) return [commit, subject, 'no id has a time at this commit and at an earlier one.'];
  const found = suspects.length === 0 ? 'none' : String(suspects.length);
  const of = `${found} of ${judged} ids look slower than their level. `;
  return [commit, subject, of, 'A suspect is no verdict: bench ab measures both commits again, in turns.'];
}
