// Where a sentence uses words of the glossary.

/** A part of a sentence that is a word of the glossary, in the form that the sentence wants. */
export interface UsedWord {
  readonly word: string;
  readonly text: string;
}

/** The sentence in parts: each of these words once, where it first stands, in either case and number. */
export function termsIn(text: string, words: readonly string[]): readonly (string | UsedWord)[] {
  const firsts = words
    .flatMap((word) => placeOf(text, word) ?? [])
    .toSorted((a, b) => a.from - b.from || b.to - a.to);
  const parts: (string | UsedWord)[] = [];
  let done = 0;
  for (const { word, from, to } of firsts) {
    // A word inside a longer one that is explained.
    if (from < done) continue;
    if (from > done) parts.push(text.slice(done, from));
    parts.push({ word, text: text.slice(from, to) });
    done = to;
  }
  return done < text.length ? [...parts, text.slice(done)] : parts;
}

/** Where the text first uses the word; null where it does not. */
export function placeOf(
  text: string,
  word: string,
): { readonly word: string; readonly from: number; readonly to: number } | null {
  // Most sentences lack most words, which is seen sooner than a pattern is made.
  const found = text.toLowerCase().includes(word.toLowerCase()) ? formOf(word).exec(text) : null;
  return found ? { word, from: found.index, to: found.index + found[0].length } : null;
}

const forms = new Map<string, RegExp>();

// A page asks for each word in each of its sentences.
function formOf(word: string): RegExp {
  const form = forms.get(word) ?? new RegExp(`(?<![\\p{L}\\p{N}-])${word}s?(?![\\p{L}\\p{N}-])`, 'iu');
  forms.set(word, form);
  return form;
}
