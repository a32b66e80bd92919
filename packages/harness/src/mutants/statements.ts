// Mutations of whole statements: dropped ones, loops that end early, variables that begin with another value.
import { bodiesOf, closing, find } from './tokens.ts';
import type { Span } from './tokens.ts';
import type { Rewrite, Source } from './operators.ts';

/** All mutations of statements. */
export function statementMutations(source: Source): readonly Rewrite[] {
  const statements = bodiesOf(source.tokens).flatMap((body) => statementsOf(source, body));
  return [
    ...statements.flatMap((statement) => dropped(source, statement)),
    ...initials(source),
    ...shortLoops(source),
  ];
}

// What ends in a semicolon outside of every bracket but braces.
function statementsOf({ tokens }: Source, body: Span): readonly Span[] {
  const statements: Span[] = [];
  let { first } = body;
  for (let at = first; at < body.end; at++) {
    const text = tokens[at]?.text ?? '';
    if (text === '(' || text === '[') at = closing(tokens, at);
    else if (text === '{' || text === '}') first = at + 1;
    else if (text === ';') {
      statements.push({ first, end: at + 1 });
      first = at + 1;
    }
  }
  return statements;
}

function dropped({ tokens }: Source, { first, end }: Span): readonly Rewrite[] {
  const [head, last] = [tokens[first], tokens[end - 1]];
  if (!head || !last || !isDroppable(head.text, end - first)) return [];
  const operator = head.text.endsWith('Barrier') ? 'barrier' : 'statement';
  return [{ operator, start: head.start, end: last.end, text: '' }];
}

// A declaration that is left out compiles nowhere, and a `return` with a value hardly anywhere.
function isDroppable(head: string, length: number): boolean {
  return head === 'return' ? length === 2 : !/^(?:let|var|const)$/.test(head);
}

// Lone numbers are mutated as constants.
function initials({ text, tokens }: Source): readonly Rewrite[] {
  return bodiesOf(tokens).flatMap(({ first, end }) =>
    tokens.slice(first, end).flatMap((token, offset): readonly Rewrite[] => {
      if (token.text !== 'var') return [];
      const semicolon = find(tokens, first + offset, ';');
      const assigned = find(tokens, first + offset, '=') + 1;
      if (assigned >= semicolon || semicolon - assigned === 1) return [];
      const [from, to] = [tokens[assigned]?.start ?? 0, tokens[semicolon - 1]?.end ?? 0];
      return [{ operator: 'initial', start: from, end: to, text: `(${text.slice(from, to)}) + 1` }];
    }),
  );
}

/** A loop of a kernel: its keyword and the braces of its body. */
export interface Loop {
  readonly keyword: number;
  readonly open: number;
  readonly close: number;
}

/** All loops, as places in the tokens. */
export function loopsOf({ tokens }: Pick<Source, 'tokens'>): readonly Loop[] {
  return tokens.flatMap(({ text }, keyword): readonly Loop[] => {
    if (text !== 'for' && text !== 'while' && text !== 'loop') return [];
    const header = text === 'loop' ? keyword : closing(tokens, find(tokens, keyword, '('));
    const open = find(tokens, header, '{');
    return [{ keyword, open, close: closing(tokens, open) }];
  });
}

// Loops that end after their first trip.
function shortLoops(source: Source): readonly Rewrite[] {
  return loopsOf(source).map(({ close }) => {
    const start = source.tokens[close]?.start ?? 0;
    return { operator: 'flow', start, end: start, text: 'break; ' };
  });
}
