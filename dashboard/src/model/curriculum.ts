// The curriculum as the page shows it: which items, under which phases, in which states.
import { noProgress } from '@kernel-ladder/curriculum';
import type {
  Completion,
  Counts,
  Item,
  ItemState,
  Progress,
  TrackCompletion,
} from '@kernel-ladder/curriculum';
import type { ViewState } from '../state.ts';
import { ownParts } from './ticks.ts';

/** Every state, the best first, with its name for people. */
export const stateNames: { readonly [State in ItemState['state']]: string } = {
  proven: 'proven',
  implemented: 'implemented',
  regressed: 'regressed',
  'not-started': 'not started',
  ticked: 'ticked',
  'not-applicable': 'not applicable',
};

/** What the list of items can be cut down to: a state, or what the reader may tick or has ticked. */
export const filterNames: { readonly [name: string]: string } = {
  ...stateNames,
  tickable: 'yours to tick',
  yours: 'ticked by you',
};

/** The items of one phase that the filter lets through. */
export interface PhaseGroup {
  readonly id: string;
  readonly title: string;
  /** Of all items of the phase, filtered or not. */
  readonly counts: Counts;
  /** Those counted. */
  readonly all: readonly ItemState[];
  readonly items: readonly ItemState[];
}

/** A track with its phases; phases without an item are left out. */
export interface TrackGroup {
  readonly id: string;
  readonly title: string;
  readonly counts: Counts;
  readonly phases: readonly PhaseGroup[];
}

/** What of the address is about the curriculum. */
export type Filter = Pick<ViewState, 'track' | 'status' | 'query' | 'item'>;

/** The wishes of an address less those for what this curriculum does not have, with a note on each of these. */
export function knownWishes(
  { tracks, items }: Completion,
  state: ViewState,
): { readonly known: ViewState; readonly notes: readonly string[] } {
  const { track, status, item } = state;
  const hasTrack = track === null || tracks.some(({ id }) => id === track);
  const hasStatus = status === null || Object.hasOwn(filterNames, status);
  const hasItem = item === null || items.some(({ id }) => id === item);
  return {
    known: {
      ...state,
      track: hasTrack ? track : null,
      status: hasStatus ? status : null,
      item: hasItem ? item : null,
    },
    notes: [
      ...(hasTrack ? [] : [`No track “${track}” here; showing all tracks.`]),
      ...(hasStatus ? [] : [`No state “${status}” here; showing any state.`]),
      ...(hasItem ? [] : [`No item “${item}” here.`]),
    ],
  };
}

/** The items of a track, each once. */
export function itemsOfTrack({ items }: Completion, { phases }: TrackCompletion): readonly ItemState[] {
  const ids = new Set(phases.flatMap((phase) => phase.items));
  return items.filter(({ id }) => ids.has(id));
}

/** True where the reader asked for less than everything. */
export function isFiltered({ track, status, query }: Filter): boolean {
  return track !== null || status !== null || query.trim() !== '';
}

/**
 * The items that match, by track and phase. In one track every item stands in each phase that asks for it; over all
 * tracks it stands once, in its main place.
 */
export function groupItems(
  completion: Completion,
  items: ReadonlyMap<string, Item>,
  filter: Filter,
  mine: Progress = noProgress,
): readonly TrackGroup[] {
  const states = new Map(completion.items.map((item) => [item.id, item]));
  const isWanted = matcher(items, filter, mine);
  return completion.tracks
    .filter(({ id }) => filter.track === null || id === filter.track)
    .map((track) => ({
      id: track.id,
      title: track.title,
      counts: track.counts,
      phases: track.phases.flatMap((phase) => {
        const all = phase.items.flatMap((id) => states.get(id) ?? []);
        const own = all
          .filter((item) => filter.track !== null || (item.track === track.id && item.phase === phase.id))
          .filter(isWanted);
        const { id, title, counts } = phase;
        return own.length > 0 ? [{ id, title, counts, all, items: own }] : [];
      }),
    }))
    .filter(({ phases }) => phases.length > 0);
}

// Every word must stand somewhere in what the item says about itself.
function matcher(
  items: ReadonlyMap<string, Item>,
  { status, query }: Filter,
  mine: Progress,
): (item: ItemState) => boolean {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  return (state) => {
    if (!isOfStatus(state, status, mine)) return false;
    const item = items.get(state.id);
    const text = [state.id, state.title, state.kind, item?.ask, item?.webgpu, item?.evidence, item?.tier]
      .join(' ')
      .toLowerCase();
    return words.every((word) => text.includes(word));
  };
}

function isOfStatus(item: ItemState, status: string | null, mine: Progress): boolean {
  if (status === null) return true;
  if (status === 'tickable') return item.kind === 'self';
  if (status === 'yours') return ownParts(item, mine).done > 0;
  return item.state === status;
}

/** One milestone: how many of its parts are done. */
export interface Milestone {
  readonly state: ItemState;
  readonly done: number;
  readonly parts: number;
}

/** The items called `milestone.…`, with the parts that their rules or checklists name. */
export function milestonesOf({ items }: Completion): readonly Milestone[] {
  return items
    .filter(({ id }) => id.startsWith('milestone.'))
    .map((state) => {
      const { checklist, evidence, missing } = state;
      if (checklist) {
        const done = checklist.filter(({ ticked }) => ticked).length;
        return { state, done, parts: checklist.length };
      }
      const met = evidence.filter((row) => row.met).length;
      return { state, done: met, parts: met + missing.length };
    });
}

/** Shares of a bar, in the order in which they are drawn; together at most 1. */
export function barOf({ items, proven, implemented, regressed, ticked }: Counts) {
  const share = (count: number) => (items === 0 ? 0 : count / items);
  return [
    { state: 'proven', share: share(proven) },
    { state: 'ticked', share: share(ticked) },
    { state: 'implemented', share: share(implemented) },
    { state: 'regressed', share: share(regressed) },
  ] as const;
}

/** Counts in words, as in `12 of 80 proven (15 %), 9 implemented`. */
export function countsText({
  proven,
  provable,
  implemented,
  regressed,
  notApplicable,
  ticked,
  tickable,
}: Counts): string {
  const percent = provable > 0 ? ` (${((100 * proven) / provable).toFixed(0)}\u202f%)` : '';
  const parts = [
    ...(provable > 0 ? [`${proven} of ${provable} proven${percent}`] : []),
    ...(implemented > 0 ? [`${implemented} implemented`] : []),
    ...(regressed > 0 ? [`${regressed} regressed`] : []),
    ...(tickable > 0 ? [`${ticked} of ${tickable} ticked`] : []),
    ...(notApplicable > 0 ? [`${notApplicable} not applicable`] : []),
  ];
  return parts.join(', ');
}
