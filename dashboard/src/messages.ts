// What the page says where it has nothing to show.
import { el } from './dom.ts';
import type { Child } from './dom.ts';

/** Data that does not follow its schema, with the place of the fault. */
export function faultMessage(text: string): HTMLElement {
  const remedy = el('p', {}, 'Write the data again with ', el('code', {}, 'pnpm dashboard'), '.');
  return el(
    'div',
    { class: 'fault' },
    el('strong', {}, 'This data cannot be shown'),
    el('p', {}, text),
    remedy,
  );
}

/** A site without a single result. */
export function emptyMessage(): HTMLElement {
  const steps = ['Run ', el('code', {}, 'pnpm bench'), ', then ', el('code', {}, 'pnpm dashboard'), '.'];
  return hollow('No results yet', ...steps);
}

/** A page or section that has nothing, and what would fill it. */
export function hollow(title: string, ...remedy: readonly Child[]): HTMLElement {
  return el('div', { class: 'empty' }, el('h2', {}, title), el('p', {}, ...remedy));
}

/** A remark above the content. */
export function noteLine(text: string): HTMLElement {
  return el('p', { class: 'note' }, text);
}
