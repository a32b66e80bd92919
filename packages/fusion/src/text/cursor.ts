// Reading tokens one by one. Every reader either takes what it names or throws a TextError that says what it would have taken.
import { TextError } from './fault.ts';
import { scan } from './scan.ts';
import type { Token, TokenKind } from './scan.ts';

/** A place among tokens, which moves. */
export interface Cursor {
  /** The next token, not taken. */
  readonly peek: () => Token;
  /** Takes a token of that kind, and of that text if one is given; what it is called in a message. */
  readonly take: (kind: TokenKind, expected: string, text?: string) => Token;
  /** Takes that sign or word if it is the next token. */
  readonly skip: (text: string) => boolean;
  /** Throws a TextError at the next token. */
  readonly refuse: (expected: string) => never;
}

/** A cursor at the first token. Throws a TextError at what is no token. */
export function cursorOf(source: string): Cursor {
  const tokens = scan(source);
  let at = 0;
  const peek = (): Token => tokens[at] ?? { kind: 'end', text: '', line: 1, column: 1 };
  const refuse = (expected: string): never => {
    const found = peek();
    throw new TextError(
      source,
      found,
      expected,
      found.text.trim() === '' ? `the ${found.kind}` : JSON.stringify(found.text),
    );
  };
  const isNext = (kind: TokenKind, text?: string) =>
    peek().kind === kind && (text === undefined || peek().text === text);
  return {
    peek,
    refuse,
    take: (kind, expected, text) => {
      const token = isNext(kind, text) ? peek() : refuse(expected);
      at++;
      return token;
    },
    skip: (text) => {
      const found = isNext('sign', text) || isNext('word', text);
      if (found) at++;
      return found;
    },
  };
}

/** Reads items between two signs, with commas between them; none is allowed. */
export function listOf<T>(
  cursor: Cursor,
  [open, close]: readonly [string, string],
  item: () => T,
): readonly T[] {
  cursor.take('sign', `"${open}"`, open);
  const items: T[] = [];
  if (cursor.skip(close)) return items;
  do items.push(item());
  while (cursor.skip(','));
  cursor.take('sign', `"," or "${close}"`, close);
  return items;
}
