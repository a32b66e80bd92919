// The curriculum's items under a filter: by track and phase, each with its state, closed until asked.
import type { ItemState } from '@kernel-ladder/curriculum';
import { el } from '../dom.ts';
import { groupItems, isFiltered, countsText, stateNames } from '../model/curriculum.ts';
import type { PhaseGroup, TrackGroup } from '../model/curriculum.ts';
import type { CurriculumShown } from './curriculum-shown.ts';
import { completionBar } from './completion-bar.ts';
import { itemBody } from './item.ts';
import { stateBadge } from './state-badge.ts';

/** Fills the section; what the reader has opened stays open. */
export function itemsSection(section: Element, shown: CurriculumShown): void {
  const open = new Set([...section.querySelectorAll('details[open][id]')].map(({ id }) => id));
  const { state, completion, curriculum } = shown;
  const groups = groupItems(completion, curriculum.items, state);
  const count = new Set(groups.flatMap(({ phases }) => phases.flatMap((phase) => phase.items))).size;
  const drawing = { shown, open, placed: new Set<string>() };
  section.setAttribute('aria-labelledby', 'items-title');
  section.replaceChildren(
    el('header', {}, el('h2', { id: 'items-title' }, 'Items'), filterBar(shown)),
    el('p', { class: 'hint', role: 'status' }, `${count} of ${completion.items.length} items`),
    ...groups.map((group) => trackPart(group, drawing)),
  );
  const wanted = state.item === null ? null : document.getElementById(itemElement(state.item));
  if (wanted && !open.has(wanted.id)) wanted.scrollIntoView({ block: 'center' });
}

function itemElement(id: string): string {
  return `item-${id}`;
}

function filterBar({ state, completion, go, refine }: CurriculumShown): HTMLElement {
  const tracks = completion.tracks.map(({ id, title }) => [id, title] as const);
  const search = el('input', {
    id: 'filter-text',
    type: 'search',
    value: state.query,
    placeholder: 'words',
    autocomplete: 'off',
  });
  search.addEventListener('input', () => refine({ ...state, query: search.value, item: null }));
  const form = el(
    'form',
    { class: 'filters', role: 'search', 'aria-label': 'Items' },
    choice('track', 'Track', [['', 'all tracks'], ...tracks], {
      value: state.track ?? '',
      pick: (track) => go({ ...state, track: track || null, item: null }),
    }),
    choice('state', 'State', [['', 'any state'], ...Object.entries(stateNames)], {
      value: state.status ?? '',
      pick: (status) => go({ ...state, status: status || null, item: null }),
    }),
    el('label', { for: 'filter-text' }, el('span', {}, 'Text'), search),
  );
  // The list follows every key already.
  form.addEventListener('submit', (event) => event.preventDefault());
  return form;
}

function choice(
  id: string,
  label: string,
  options: readonly (readonly [string, string])[],
  { value, pick }: { readonly value: string; readonly pick: (value: string) => void },
): HTMLElement {
  const select = el(
    'select',
    { id: `filter-${id}`, autocomplete: 'off' },
    ...options.map(([key, name]) => el('option', { value: key }, name)),
  );
  select.value = value;
  select.addEventListener('change', () => pick(select.value));
  return el('label', { for: select.id }, el('span', {}, label), select);
}

interface Drawing {
  readonly shown: CurriculumShown;
  /** Ids of the elements that were open. */
  readonly open: ReadonlySet<string>;
  /** Items that have a line already: links lead to the first. */
  readonly placed: Set<string>;
}

function trackPart(group: TrackGroup, drawing: Drawing): HTMLElement {
  return el(
    'div',
    { class: 'track', 'data-track': group.id },
    el('h3', {}, group.title),
    ...group.phases.map((phase) => phasePart(group, phase, drawing)),
  );
}

function phasePart(track: TrackGroup, phase: PhaseGroup, drawing: Drawing): HTMLElement {
  const { state } = drawing.shown;
  const id = `phase-${track.id}-${phase.id}`;
  const summary = el(
    'summary',
    {},
    el('span', { class: 'phase-title' }, phase.title),
    completionBar(phase.counts),
    el('span', { class: 'counts' }, countsText(phase.counts)),
  );
  const items = phase.items.map((item) => itemPart(item, drawing));
  const details = el('details', { id, class: 'phase' }, summary, el('div', { class: 'items' }, ...items));
  const holdsWanted = phase.items.some((item) => item.id === state.item);
  details.open = drawing.open.has(id) || isFiltered(state) || holdsWanted;
  return details;
}

// In one track an item may stand in several phases; the first carries the id that links lead to.
function itemPart(item: ItemState, { shown, open, placed }: Drawing): HTMLElement {
  const id = placed.has(item.id) ? '' : itemElement(item.id);
  placed.add(item.id);
  const summary = el(
    'summary',
    {},
    stateBadge(item.state),
    el('span', { class: 'item-title' }, item.title),
    el('code', { class: 'remark' }, item.id),
  );
  const details = el('details', { ...(id ? { id } : {}), class: 'item', 'data-state': item.state }, summary);
  const fill = () => {
    if (details.open && details.childElementCount === 1) details.append(itemBody(item, shown));
  };
  details.addEventListener('toggle', fill);
  details.open = id !== '' && (open.has(id) || item.id === shown.state.item);
  fill();
  return details;
}
