// The sections of the curriculum's page.
import { share } from '@kernel-ladder/curriculum';
import type { Completion, TrackCompletion } from '@kernel-ladder/curriculum';
import { draw } from '../charts/chart.ts';
import { completionConfig } from '../charts/completion.ts';
import { el, plainTable, scrollBox } from '../dom.ts';
import { formatDate, shortCommit } from '../format.ts';
import { countsText, milestonesOf } from '../model/curriculum.ts';
import type { Milestone } from '../model/curriculum.ts';
import { addressOf, commitAddress } from '../state.ts';
import { seriesStyle } from '../theme.ts';
import { completionBar } from './completion-bar.ts';
import type { CurriculumShown } from './curriculum-shown.ts';
import { itemsSection } from './items.ts';
import { stateBadge } from './state-badge.ts';

/** Fills the page; parts that the filter does not touch stay as they are, also what is open in them. */
export function drawCurriculum(page: HTMLElement, shown: CurriculumShown): void {
  const { completion, theme } = shown;
  const key = `curriculum ${theme.name} ${completion.commit}`;
  if (page.dataset['drawn'] !== key || !page.querySelector('#tracks')) {
    page.dataset['drawn'] = key;
    const chart = el('section', { id: 'over-time', 'aria-labelledby': 'over-time-title' });
    page.replaceChildren(
      tracksSection(completion),
      chart,
      milestones(completion),
      el('section', { id: 'items' }),
    );
    fillOverTime(chart, shown);
  }
  const { track, item } = shown.state;
  const isOther = page.dataset['track'] !== (track ?? '');
  page.dataset['track'] = track ?? '';
  markTrack(page, track);
  const items = page.querySelector('#items') ?? page;
  itemsSection(items, shown);
  // What a click on a track changes lies below the fold.
  if (isOther && track !== null && item === null) items.scrollIntoView();
}

function tracksSection({ commit, total, tracks }: Completion): HTMLElement {
  const at = commit ? [' At commit ', el('code', {}, shortCommit(commit)), '.'] : [];
  return el(
    'section',
    { id: 'tracks', 'aria-labelledby': 'tracks-title' },
    el('header', {}, el('h2', { id: 'tracks-title' }, 'Curriculum')),
    el('p', {}, `${countsText(total)}.`, ...at),
    el('p', { class: 'hint' }, intro),
    el('ul', { class: 'tracks' }, ...tracks.map(trackRow)),
  );
}

const intro =
  'Nothing is proven by hand: an item is proven when its rule holds over recorded results, tests and write-ups; only what no machine can see is ticked by the learner. An item may belong to several tracks.';

function trackRow({ id, title, counts }: TrackCompletion): HTMLElement {
  return el(
    'li',
    { 'data-track': id },
    el('a', { href: addressOf({ page: 'curriculum', track: id }), id: `track-${id}` }, title),
    completionBar(counts),
    el('span', { class: 'counts' }, countsText(counts)),
  );
}

function markTrack(page: HTMLElement, track: string | null): void {
  for (const row of page.querySelectorAll<HTMLElement>('#tracks [data-track]')) {
    const isChosen = row.dataset['track'] === track;
    row.classList.toggle('selected', isChosen);
    const link = row.querySelector('a');
    if (isChosen) link?.setAttribute('aria-current', 'true');
    else link?.removeAttribute('aria-current');
  }
}

// The canvas must be in the page before it is drawn on.
function fillOverTime(section: Element, { completion, theme }: CurriculumShown): void {
  const { commits, tracks } = completion;
  const header = el('header', {}, el('h2', { id: 'over-time-title' }, 'Completion over commits'));
  if (commits.length === 0) {
    const remedy = 'No commit has a recorded run: bench record adds the first.';
    section.replaceChildren(header, el('p', { class: 'hint' }, remedy));
    return;
  }
  const last = tracks
    .map(({ title, counts }) => `${title} ${share(counts) || 'nothing provable'}`)
    .join(', ');
  const canvas = el('canvas', {
    id: 'completion-chart',
    role: 'img',
    'aria-label': `Completion over ${commits.length} commits, at the last: ${last}. The table below has every commit.`,
  });
  const legend = tracks.map(({ title }, place) => {
    const swatch = el('span', { class: 'swatch', 'aria-hidden': 'true' });
    swatch.style.setProperty('--series', seriesStyle(theme, place).colour);
    return el('li', {}, swatch, title);
  });
  section.replaceChildren(
    header,
    el('ul', { class: 'key' }, ...legend),
    el('div', { class: 'plot low' }, canvas),
    commitDetails(completion),
  );
  draw(canvas, completionConfig(completion, theme));
}

// Each of these commits has a recorded run; the page finds the machine.
function measuredCommit(sha: string, subject: string): HTMLElement {
  const code = el('code', { title: subject }, shortCommit(sha));
  const href = commitAddress(null, sha);
  return href === null ? code : el('a', { href }, code);
}

function commitDetails({ commits, tracks }: Completion): HTMLElement {
  const rows = commits
    .toReversed()
    .map(({ sha, date, subject, total, tracks: counts }) => [
      measuredCommit(sha, subject),
      formatDate(date),
      share(total),
      ...tracks.map(({ id }) => (counts[id] ? share(counts[id]) : '')),
    ]);
  const columns = ['Commit', 'Date', 'All', ...tracks.map(({ title }) => title)];
  return el(
    'details',
    {},
    el('summary', {}, 'Completion as a table'),
    scrollBox('Completion as a table', plainTable(columns, rows, { class: 'completion-table' })),
  );
}

function milestones(completion: Completion): HTMLElement {
  return el(
    'section',
    { id: 'milestones', 'aria-labelledby': 'milestones-title' },
    el('header', {}, el('h2', { id: 'milestones-title' }, 'Milestones')),
    el('ul', { class: 'milestones' }, ...milestonesOf(completion).map(milestone)),
  );
}

function milestone({ state, done, parts }: Milestone): HTMLElement {
  const track = state.kind === 'self' ? 'ticked' : 'proven';
  return el(
    'li',
    {},
    el('a', { href: addressOf({ page: 'curriculum', item: state.id }) }, state.title),
    el('span', { class: 'meter', 'aria-hidden': 'true' }, meterFill(done, parts)),
    el(
      'span',
      { class: 'counts' },
      `${done} of ${parts} parts ${track}`,
      // A milestone in the making is not “not started”.
      ...(state.state === 'not-started' && done > 0 ? [] : [' · ', stateBadge(state.state)]),
    ),
  );
}

function meterFill(done: number, parts: number): HTMLElement {
  const fill = el('span', { class: 'proven' });
  fill.style.inlineSize = `${parts === 0 ? 0 : (100 * done) / parts}%`;
  return fill;
}
