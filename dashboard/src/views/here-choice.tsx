// What to run in the browser: suite, families, ids; and the buttons that start and stop it.
import type { VNode } from 'preact';
import { useMemo } from 'preact/hooks';
import { drawSeed } from '@kernel-ladder/schema';
import { startHere, stopHere } from '../here/session.ts';
import { suites } from '../here/suites.ts';
import type { Seen } from '../here/words.ts';
import { choiceOf, familyKey, takenOf } from '../model/here-choice.ts';
import type { Choice } from '../model/here-choice.ts';
import type { Going } from '../model/here.ts';
import type { PageContext } from '../pages/context.ts';
import { choiceText } from './here-words.ts';

interface ChoiceProps {
  readonly context: PageContext;
  readonly seen: Seen;
  readonly going: Going | null;
}

/** Draws it; everything that is chosen is in the address. A button that does nothing for now keeps the focus of whoever has pressed it. */
export function HereChoice({ context, seen, going }: ChoiceProps): VNode {
  const { state } = context;
  const choice = useMemo(() => choiceOf(state, suites, seen), [state.suite, state.family, state.query, seen]);
  const isGoing = going !== null && going.ending === null;
  const canStart = choice.ids.length > 0 && choice.stray === null;
  const { suite, globs } = choice;
  return (
    <>
      <fieldset class="choice" aria-label="What to run" disabled={isGoing}>
        <div class="filters">
          <SuiteMenu context={context} choice={choice} />
          <Words context={context} />
        </div>
        <Families context={context} seen={seen} choice={choice} />
      </fieldset>
      <p class="hint" id="here-takes">
        {choice.suite.description} {choiceText(choice, seen)}
      </p>
      <div class="buttons">
        <button
          id="here-start"
          type="button"
          class="primary"
          aria-disabled={isGoing || !canStart}
          onClick={() => {
            if (!isGoing && canStart) startHere({ suite, globs, seed: drawSeed() });
          }}
        >
          {going ? 'Start again' : 'Start'}
        </button>
        <button id="here-stop" type="button" aria-disabled={!isGoing || going.isStopping} onClick={stopHere}>
          Stop
        </button>
      </div>
    </>
  );
}

interface PartProps {
  readonly context: PageContext;
  readonly choice: Choice;
}

function SuiteMenu({ context: { go }, choice }: PartProps): VNode {
  return (
    <label for="here-suite">
      <span>Suite</span>
      <select
        id="here-suite"
        autocomplete="off"
        value={choice.suite.name}
        onChange={(event) => {
          const picked = event.currentTarget.value;
          go({ suite: picked === suites[0]?.name ? null : picked });
        }}
      >
        {suites.map(({ name }) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}

function Words({ context: { state, refine } }: Pick<PartProps, 'context'>): VNode {
  return (
    <label for="here-words">
      <span>Ids</span>
      <input
        id="here-words"
        type="search"
        value={state.query}
        placeholder="all, or gemm/register, */naive/**"
        onInput={(event) => refine({ query: event.currentTarget.value })}
      />
    </label>
  );
}

function Families({ context: { go }, seen, choice }: PartProps & { readonly seen: Seen }): VNode {
  const names = seen.listings.map(({ name }) => name);
  return (
    <fieldset class="families" id="here-families">
      <legend>Families</legend>
      {seen.listings.map(({ name, title }) => (
        <label key={name} for={`here-family-${name}`} title={title}>
          <input
            id={`here-family-${name}`}
            type="checkbox"
            checked={choice.families.has(name)}
            onChange={(event) =>
              go(({ family }) => ({
                family: familyKey(names, takenOf(names, family), {
                  name,
                  isTaken: event.currentTarget.checked,
                }),
              }))
            }
          />
          {name}
        </label>
      ))}
    </fieldset>
  );
}
