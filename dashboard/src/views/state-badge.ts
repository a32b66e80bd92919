// A state by shape, colour and word.
import type { ItemState } from '@kernel-ladder/curriculum';
import { el } from '../dom.ts';
import { icon } from '../icons.ts';
import { stateNames } from '../model/curriculum.ts';

/** Builds it. */
export function stateBadge(state: ItemState['state']): HTMLElement {
  return el('span', { class: `state ${state}` }, icon(state), stateNames[state]);
}
