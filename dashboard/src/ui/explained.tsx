// Sentences in which each word of the glossary is explained where a page first uses it.
import { toChildArray } from 'preact';
import type { ComponentChildren, VNode } from 'preact';
import { everyday, glossary } from '../glossary.ts';
import { termsIn } from '../model/terms.ts';
import { useClaims } from './claims.ts';
import { TermLink } from './term.tsx';

const words = glossary.flatMap(({ word }) => (everyday.has(word) ? [] : [word]));

/** Draws texts with their words explained, and elements between them as they are. */
export function Explained({ children }: { readonly children: ComponentChildren }): VNode {
  return (
    <>{toChildArray(children).map((child) => (typeof child === 'string' ? <Text text={child} /> : child))}</>
  );
}

function Text({ text }: { readonly text: string }): VNode {
  // A word inside a longer one that is explained is not claimed: another sentence may have it alone.
  const own = useClaims(
    termsIn(text, words).flatMap((part) => (typeof part === 'string' ? [] : [part.word])),
  );
  return (
    <>
      {termsIn(text, own).map((part) =>
        typeof part === 'string' ? (
          part
        ) : (
          <TermLink key={part.word} word={part.word}>
            {part.text}
          </TermLink>
        ),
      )}
    </>
  );
}
