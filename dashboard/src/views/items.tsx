// The curriculum's items under a filter: by track and phase, each with its state, closed until asked.
import type { ItemState } from '@kernel-ladder/curriculum';
import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { filterNames, groupItems, isFiltered } from '../model/curriculum.ts';
import type { PhaseGroup, TrackGroup } from '../model/curriculum.ts';
import { Section } from '../ui/section.tsx';
import { CompletionBar, CountsText } from './completion-bar.tsx';
import type { CurriculumShown } from './curriculum-shown.ts';
import { ItemBody } from './item.tsx';
import { OwnPart, StateBadge } from './state-badge.tsx';

/** Draws the section; what the reader has opened stays open. */
export function ItemsSection(shown: CurriculumShown): VNode {
  const { state, completion, curriculum, mine } = shown;
  const groups = groupItems(completion, curriculum.items, state, mine);
  const count = new Set(groups.flatMap(({ phases }) => phases.flatMap((phase) => phase.items))).size;
  useArrival(state);
  return (
    <Section id="items" title="Items">
      <Filters {...shown} />
      <p class="hint" role="status">
        {count} of {completion.items.length} items
      </p>
      {groups.map((group) => (
        <div class="track" key={group.id} data-track={group.id}>
          <h3>{group.title}</h3>
          {group.phases.map((phase) => (
            <Phase key={phase.id} track={group} phase={phase} places={placesIn(groups)} shown={shown} />
          ))}
        </div>
      ))}
    </Section>
  );
}

const elementOf = (id: string): string => `item-${id}`;

// What a click on a track or on an item changes lies below the fold.
function useArrival({ item, track, status }: CurriculumShown['state']): void {
  useEffect(() => {
    if (item !== null) document.getElementById(elementOf(item))?.scrollIntoView({ block: 'center' });
  }, [item]);
  const isOfTicks = status === 'tickable' || status === 'yours';
  useEffect(() => {
    if ((track !== null || isOfTicks) && item === null) document.getElementById('items')?.scrollIntoView();
  }, [track, isOfTicks]);
}

/** In one track an item may stand in several phases; the first carries the id that links lead to. */
function placesIn(groups: readonly TrackGroup[]): ReadonlyMap<string, PhaseGroup> {
  const places = new Map<string, PhaseGroup>();
  for (const { phases } of groups)
    for (const phase of phases) for (const { id } of phase.items) if (!places.has(id)) places.set(id, phase);
  return places;
}

function Filters({ state, completion, go, refine }: CurriculumShown): VNode {
  const tracks = completion.tracks.map(({ id, title }) => [id, title] as const);
  return (
    <form
      class="filters"
      role="search"
      aria-label="Items"
      // The list follows every key already.
      onSubmit={(event) => event.preventDefault()}
    >
      <Choice
        id="track"
        label="Track"
        options={[['', 'all tracks'], ...tracks]}
        value={state.track}
        onPick={(track) => go({ track, item: null })}
      />
      <Choice
        id="state"
        label="State"
        options={[['', 'any state'], ...Object.entries(filterNames)]}
        value={state.status}
        onPick={(status) => go({ status, item: null })}
      />
      <label for="filter-text">
        <span>Text</span>
        <input
          id="filter-text"
          type="search"
          value={state.query}
          placeholder="words"
          autocomplete="off"
          onInput={(event) => refine({ query: event.currentTarget.value, item: null })}
        />
      </label>
    </form>
  );
}

interface ChoiceProps {
  readonly id: string;
  readonly label: string;
  readonly options: readonly (readonly [value: string, name: string])[];
  readonly value: string | null;
  readonly onPick: (value: string | null) => void;
}

function Choice({ id, label, options, value, onPick }: ChoiceProps): VNode {
  return (
    <label for={`filter-${id}`}>
      <span>{label}</span>
      <select
        id={`filter-${id}`}
        autocomplete="off"
        value={value ?? ''}
        onChange={(event) => onPick(event.currentTarget.value || null)}
      >
        {options.map(([key, name]) => (
          <option key={key} value={key}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}

interface PhaseProps {
  readonly track: TrackGroup;
  readonly phase: PhaseGroup;
  readonly places: ReadonlyMap<string, PhaseGroup>;
  readonly shown: CurriculumShown;
}

function Phase({ track, phase, places, shown }: PhaseProps): VNode {
  const { state, mine } = shown;
  const holdsWanted = phase.items.some((item) => item.id === state.item);
  return (
    <details id={`phase-${track.id}-${phase.id}`} class="phase" open={isFiltered(state) || holdsWanted}>
      <summary>
        <span class="phase-title">{phase.title}</span>
        <CompletionBar counts={phase.counts} />
        <CountsText counts={phase.counts} items={phase.all} mine={mine} />
      </summary>
      <div class="items">
        {phase.items.map((item) => (
          <ItemLine key={item.id} item={item} isPlace={places.get(item.id) === phase} shown={shown} />
        ))}
      </div>
    </details>
  );
}

interface LineProps {
  readonly item: ItemState;
  readonly isPlace: boolean;
  readonly shown: CurriculumShown;
}

function ItemLine({ item, isPlace, shown }: LineProps): VNode {
  const isWanted = isPlace && shown.state.item === item.id;
  const [isOpen, setOpen] = useState(isWanted);
  return (
    <details
      id={isPlace ? elementOf(item.id) : undefined}
      class="item"
      data-state={item.state}
      open={isWanted}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>
        <StateBadge state={item.state} />
        <span class="item-title">
          {item.title} <OwnPart item={item} mine={shown.mine} />
        </span>
        <code class="remark">{item.id}</code>
      </summary>
      {isOpen || isWanted ? <ItemBody item={item} shown={shown} /> : null}
    </details>
  );
}
