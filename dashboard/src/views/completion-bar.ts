// A bar of states; the text beside it says the same.
import type { Counts } from '@kernel-ladder/curriculum';
import { el } from '../dom.ts';
import { barOf } from '../model/curriculum.ts';

/** Builds the bar: what is proven, ticked, implemented and regressed, of all items. */
export function completionBar(counts: Counts): HTMLElement {
  const bar = el('span', { class: 'completion-bar', 'aria-hidden': 'true' });
  for (const { state, share } of barOf(counts)) {
    if (share === 0) continue;
    const piece = el('span', { class: state });
    piece.style.inlineSize = `${(100 * share).toFixed(2)}%`;
    bar.append(piece);
  }
  return bar;
}
