// Which sentence of a page explains which word of the glossary: the first to be drawn, and no other.
import { createContext } from 'preact';
import { useContext, useEffect, useId } from 'preact/hooks';

/** The words explained on a page, each with the sentence that does. */
export type Claimed = Map<string, string>;

/** Of the page around; each page has its own. Without one every sentence explains its words. */
export const Claims = createContext<Claimed>(new Map());

/** Those of these words that nobody before has explained; they are this sentence's from then on, until it lacks them. */
export function useClaims(words: readonly string[]): readonly string[] {
  const claimed = useContext(Claims);
  const self = useId();
  const own = words.filter((word) => (claimed.get(word) ?? self) === self);
  release(claimed, self);
  for (const word of own) claimed.set(word, self);
  useEffect(() => () => release(claimed, self), [claimed, self]);
  return own;
}

function release(claimed: Claimed, self: string): void {
  for (const [word, owner] of claimed) if (owner === self) claimed.delete(word);
}
