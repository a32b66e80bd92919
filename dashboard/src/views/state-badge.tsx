// A state by shape, colour and word; and the reader's own ticks, which look like no state.
import type { ItemState, Progress } from '@kernel-ladder/curriculum';
import type { ComponentChildren, VNode } from 'preact';
import { stateNames } from '../model/curriculum.ts';
import { ownParts } from '../model/ticks.ts';
import { Icon } from '../ui/icon.tsx';

/** Draws the state. */
export function StateBadge({ state }: { readonly state: ItemState['state'] }): VNode {
  return (
    <span class={`state ${state}`}>
      <Icon name={state} />
      {stateNames[state]}
    </span>
  );
}

/** Draws what is the reader's own. */
export function OwnBadge({ children }: { readonly children: ComponentChildren }): VNode {
  return (
    <span class="state yours">
      <Icon name="yours" />
      {children}
    </span>
  );
}

/** Draws how much of an item the reader has ticked; nothing where that is nothing. */
export function OwnPart(props: { readonly item: ItemState; readonly mine: Progress }): VNode | null {
  const { done, parts } = ownParts(props.item, props.mine);
  if (done === 0) return null;
  return <OwnBadge>{done === parts ? 'ticked by you' : `${done} of ${parts} ticked by you`}</OwnBadge>;
}
