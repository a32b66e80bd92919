// What a menu on a telephone cuts off, below it.
import type { VNode } from 'preact';

// A case ends with its type, a commit with the rest of its subject.
const widestText = 30;

/** Draws the choice of a menu once more, whole, where it is too long for the menu of a narrow screen; nothing else anywhere. */
export function Whole({ text }: { readonly text: string }): VNode | null {
  return text.length > widestText ? <span class="whole">{text}</span> : null;
}
