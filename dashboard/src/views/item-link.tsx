// What every mention of an item leads to.
import type { VNode } from 'preact';
import { addressOf } from '../state.ts';

/** Draws the id, which leads to the item among the others. */
export function ItemLink({ id }: { readonly id: string }): VNode {
  return (
    <a href={addressOf({ page: 'curriculum', item: id })}>
      <code>{id}</code>
    </a>
  );
}
