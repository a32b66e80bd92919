// How much of some items is done: a bar of states, the same in words, and apart from both what the reader has ticked.
import type { Counts, ItemState, Progress } from '@kernel-ladder/curriculum';
import type { VNode } from 'preact';
import { barOf, countsText } from '../model/curriculum.ts';
import { ownDone } from '../model/ticks.ts';
import { OwnBadge } from './state-badge.tsx';

/** Draws the bar: what is proven, ticked, implemented and regressed, of all items. */
export function CompletionBar({ counts }: { readonly counts: Counts }): VNode {
  return (
    <span class="completion-bar" aria-hidden="true">
      {barOf(counts)
        .filter(({ share }) => share > 0)
        .map(({ state, share }) => (
          <span key={state} class={state} style={{ inlineSize: `${(100 * share).toFixed(2)}%` }} />
        ))}
    </span>
  );
}

/** Draws the words. */
export function CountsText(props: {
  readonly counts: Counts;
  readonly items: readonly ItemState[];
  readonly mine: Progress;
}): VNode {
  const own = ownDone(props.items, props.mine);
  return (
    <span class="counts">
      {countsText(props.counts)}
      {own === 0 ? null : (
        <>
          {' '}
          <OwnBadge>{own} by you</OwnBadge>
        </>
      )}
    </span>
  );
}
