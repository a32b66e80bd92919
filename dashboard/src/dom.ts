// Elements from data: text enters only as text nodes, so nothing in a result can become markup.

/** What may stand inside an element. */
export type Child = Node | string;

/** Builds one element with its attributes and children. */
export function el<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Readonly<Record<string, string>> = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

/** Finds an element that index.html declares. */
export function byId(id: string): HTMLElement {
  const element = document.getElementById(id);
  if (!element) throw new Error(`index.html has no element with id "${id}"`);
  return element;
}

/** Replaces the page's content by `draw` and gives the focus back to the element with the same id. */
export function keepingFocus(draw: () => void): void {
  const before = document.activeElement;
  const caret = before instanceof HTMLInputElement ? before.selectionStart : null;
  draw();
  const after = before?.id ? document.getElementById(before.id) : null;
  if (after === before) return;
  after?.focus({ preventScroll: true });
  if (after instanceof HTMLInputElement && caret !== null) after.setSelectionRange(caret, caret);
}

/** A table in a box that scrolls sideways by itself, from the keyboard too; no section is called as it is. */
export function scrollBox(label: string, ...children: readonly Child[]): HTMLElement {
  return el(
    'div',
    { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': `${label}: table` },
    ...children,
  );
}

/** A table of texts and elements; the first cell of a row is its header. */
export function plainTable(
  columns: readonly string[],
  rows: readonly (readonly Child[])[],
  attributes: Readonly<Record<string, string>> = {},
): HTMLTableElement {
  const head = el('tr', {}, ...columns.map((column) => el('th', { scope: 'col' }, column)));
  const body = rows.map(([first = '', ...rest]) =>
    el('tr', {}, el('th', { scope: 'row' }, first), ...rest.map((cell) => el('td', {}, cell))),
  );
  return el('table', attributes, el('thead', {}, head), el('tbody', {}, ...body));
}
