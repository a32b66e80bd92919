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
