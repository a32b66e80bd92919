// A text as tokens. Spaces and comments (from // to the end of the line) separate; the end of a line is a token.
import { TextError } from './fault.ts';
import type { Place } from './fault.ts';

/** What a token is. */
export type TokenKind = 'value' | 'word' | 'number' | 'text' | 'sign' | 'end of line' | 'end';

/** A piece of a text and where it begins. */
export interface Token extends Place {
  readonly kind: TokenKind;
  readonly text: string;
}

// Tried in this order at every place. A number may be a word: `inf`, `-inf` and `nan`.
const patterns: readonly (readonly [kind: TokenKind | 'space', pattern: RegExp])[] = [
  ['space', /(?:[ \t\r]+|\/\/[^\n]*)/y],
  ['end of line', /\n/y],
  ['value', /%[0-9]+/y],
  ['number', /-?(?:[0-9]+(?:\.[0-9]+)?(?:e[+-]?[0-9]+)?|inf)(?![\w.])|nan(?![\w.-])/y],
  ['word', /[A-Za-z_](?:[\w.-]*\w)?/y],
  ['text', /"(?:[^"\\\n]|\\.)*"/y],
  ['sign', /[=,:{}[\]]/y],
];

/** The tokens of a text, `end` last. Throws a TextError at what is none. */
export function scan(source: string): readonly Token[] {
  const tokens: Token[] = [];
  let [at, line, lineStart] = [0, 1, 0];
  while (at < source.length) {
    const place = { line, column: at - lineStart + 1 };
    const [kind, text] = tokenAt(source, at);
    if (kind === null)
      throw new TextError(source, place, 'a value, a word, a number, a text or a sign', JSON.stringify(text));
    if (kind !== 'space') tokens.push({ kind, text, ...place });
    at += text.length;
    if (kind === 'end of line') [line, lineStart] = [line + 1, at];
  }
  return [...tokens, { kind: 'end', text: '', line, column: at - lineStart + 1 }];
}

function tokenAt(source: string, at: number): readonly [kind: TokenKind | 'space' | null, text: string] {
  for (const [kind, pattern] of patterns) {
    pattern.lastIndex = at;
    const found = pattern.exec(source);
    if (found) return [kind, found[0]];
  }
  return [null, source.charAt(at)];
}
