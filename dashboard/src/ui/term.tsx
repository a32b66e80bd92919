// A word of the glossary: its meaning on hover and focus, its entry behind the link.
import type { ComponentChildren, VNode } from 'preact';
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { wordOf } from '../glossary.ts';
import { addressOf } from '../state.ts';
import { placeBeside } from './beside.ts';
import { useClaims } from './claims.ts';

/** A word, and its form in the sentence. */
export interface TermProps {
  readonly word: string;
  readonly children?: ComponentChildren;
}

/** Draws the word, explained where no sentence before it on the page has done so. */
export function Term({ word, children = word }: TermProps): VNode {
  return useClaims([word]).length > 0 ? <TermLink word={word}>{children}</TermLink> : <>{children}</>;
}

/** Draws the word, explained wherever it stands. */
export function TermLink({ word, children }: TermProps): VNode {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const anchor = useRef<HTMLAnchorElement>(null);
  const entry = wordOf(word);
  if (!entry) throw new Error(`the glossary has no word “${word}”: src/glossary.ts lists them`);
  return (
    <span
      class="term"
      onMouseEnter={() => setOpen(true)}
      onMouseLeave={() => setOpen(false)}
      onFocusIn={() => setOpen(true)}
      onFocusOut={() => setOpen(false)}
    >
      <a
        ref={anchor}
        href={addressOf({ page: 'glossary', item: word })}
        aria-describedby={isOpen ? id : undefined}
      >
        {children}
      </a>
      {isOpen ? (
        <Meaning id={id} text={entry.meaning} anchor={anchor} onClose={() => setOpen(false)} />
      ) : null}
    </span>
  );
}

interface MeaningProps {
  readonly id: string;
  readonly text: string;
  readonly anchor: { readonly current: HTMLElement | null };
  readonly onClose: () => void;
}

function Meaning({ id, text, anchor, onClose }: MeaningProps): VNode {
  const note = useRef<HTMLSpanElement>(null);
  // Before the next frame, in which a key may be pressed already.
  useLayoutEffect(() => {
    if (!note.current || !anchor.current) return;
    const word = anchor.current;
    const view = { width: document.documentElement.clientWidth, height: innerHeight };
    const first = beginningOf(word);
    const { left, top } = placeBeside(first, note.current.getBoundingClientRect(), view);
    note.current.style.left = `${left}px`;
    note.current.style.top = `${top}px`;
    return closingOn(onClose, () => {
      const { left: x, top: y } = beginningOf(word);
      return x !== first.left || y !== first.top;
    });
  }, []);
  return (
    <span ref={note} role="tooltip" id={id}>
      {text}
    </span>
  );
}

// A word over the end of a line has two rectangles; the note belongs to its beginning.
function beginningOf(word: HTMLElement): DOMRect {
  return word.getClientRects()[0] ?? word.getBoundingClientRect();
}

// The note stands in the window, not in the page: what scrolls away from under it closes it. A scroll that brought the word into view
// is told after the note has opened, and moves nothing any more.
function closingOn(close: () => void, hasMoved: () => boolean): () => void {
  const onKey = ({ key }: KeyboardEvent) => {
    if (key === 'Escape') close();
  };
  const onScroll = () => {
    if (hasMoved()) close();
  };
  addEventListener('keydown', onKey);
  addEventListener('scroll', onScroll, { capture: true, passive: true });
  return () => {
    removeEventListener('keydown', onKey);
    removeEventListener('scroll', onScroll, { capture: true });
  };
}
