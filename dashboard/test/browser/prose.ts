// What a page explains of the glossary's words, and where they stand.
import type { Page } from 'playwright-core';
import { everyday, glossary } from '../../src/glossary.ts';
import { placeOf } from '../../src/model/terms.ts';
import { addressOf } from '../../src/state.ts';

/** Headings and paragraphs of the page, as pieces: what is explained, and the text between. */
interface Piece {
  readonly text: string;
  /** Where the word that it explains leads. */
  readonly term: string | null;
}

function proseOf(page: Page): Promise<readonly Piece[]> {
  return page.evaluate(() => {
    const found: { text: string; term: string | null }[] = [];
    const pieces = (node: Node): void => {
      if (node instanceof Text) found.push({ text: node.data, term: null });
      else if (node instanceof HTMLElement && node.matches('.term'))
        found.push({ text: node.textContent ?? '', term: node.querySelector('a')?.hash ?? null });
      // A link, a code or a badge says what it leads to or is; the subject of a commit is in its author's words.
      else if (!(node instanceof HTMLElement && node.matches('a, code, .badge, .subject, [role="status"]')))
        node.childNodes.forEach(pieces);
    };
    for (const one of document.querySelectorAll('#page :is(h2, h3, p)'))
      if (!one.closest('.raw, .item-body, [role="status"], #commit-title')) pieces(one);
    return found;
  });
}

/** The words that a page uses and does not explain where they first stand, each once. */
export async function unexplained(page: Page): Promise<readonly string[]> {
  const prose = await proseOf(page);
  return glossary.flatMap(({ word }) => {
    const entry = addressOf({ page: 'glossary', item: word });
    const uses = prose.filter(
      ({ text, term }) => placeOf(text, word) !== null && (term === null || term === entry),
    );
    const terms = uses.filter(({ term }) => term === entry).length;
    const first = uses[0];
    if (!first || (terms === 0 && everyday.has(word))) return [];
    return first.term === entry && terms === 1 ? [] : [`${word}, ${terms} ×: ${first.text}`];
  });
}
