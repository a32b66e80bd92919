// A table of ids that stays readable on a telephone: there each row becomes a card, its id on a line of its own.
import { el, scrollBox } from '../dom.ts';
import type { Child } from '../dom.ts';

/** What a listing is called, by readers and by links. */
export interface ListingName {
  /** Of the box that scrolls. */
  readonly label: string;
  /** The table's element id. */
  readonly id: string;
}

/** Builds the table in a box that scrolls; the first cell of a row is its header. */
export function listing(
  { label, id }: ListingName,
  columns: readonly string[],
  rows: readonly (readonly Child[])[],
): HTMLElement {
  const head = el('tr', {}, ...columns.map((column) => el('th', { scope: 'col' }, column)));
  const body = rows.map(([first = '', ...rest]) => {
    const cells = rest.map((cell, at) => el('td', { 'data-label': columns[at + 1] ?? '' }, cell));
    return el('tr', {}, el('th', { scope: 'row' }, first), ...cells);
  });
  const table = el('table', { id, class: 'listing' }, el('thead', {}, head), el('tbody', {}, ...body));
  return scrollBox(label, table);
}
