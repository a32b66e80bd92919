// A word of the glossary where a page first uses it: its meaning on hover and focus, its entry behind the link.
import type { ComponentChildren, VNode } from 'preact';
import { useId } from 'preact/hooks';
import { wordOf } from '../glossary.ts';
import { addressOf } from '../state.ts';

/** Draws the word, or `children` in its place where a sentence wants another form of it. */
export function Term(props: { readonly word: string; readonly children?: ComponentChildren }): VNode {
  const { word, children = word } = props;
  const id = useId();
  const entry = wordOf(word);
  if (!entry) throw new Error(`the glossary has no word “${word}”: src/glossary.ts lists them`);
  return (
    <span class="term">
      <a href={addressOf({ page: 'glossary', item: word })} aria-describedby={id}>
        {children}
      </a>
      <span role="tooltip" id={id}>
        {entry.meaning}
      </span>
    </span>
  );
}
