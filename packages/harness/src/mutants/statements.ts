// Mutations of whole statements: dropped ones, loops that end early, variables that begin with another value.
import { bodiesOf, closing, find } from './tokens.ts';
import type { Span, Token } from './tokens.ts';
import { isHuge } from './operators.ts';
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

// Lone numbers are mutated as constants. Begun with a huge number, one more is the same.
function initials({ text, tokens }: Source): readonly Rewrite[] {
  const huge = hugeConstants(tokens);
  return bodiesOf(tokens).flatMap(({ first, end }) =>
    tokens.slice(first, end).flatMap((token, offset): readonly Rewrite[] => {
      if (token.text !== 'var') return [];
      const semicolon = find(tokens, first + offset, ';');
      const assigned = find(tokens, first + offset, '=') + 1;
      if (assigned >= semicolon || semicolon - assigned === 1) return [];
      if (isHugeValue(tokens.slice(assigned, semicolon), huge)) return [];
      const [from, to] = [tokens[assigned]?.start ?? 0, tokens[semicolon - 1]?.end ?? 0];
      return [{ operator: 'initial', start: from, end: to, text: `(${text.slice(from, to)}) + 1` }];
    }),
  );
}

// `const LOWEST = -1e30;`
function hugeConstants(tokens: readonly Token[]): ReadonlySet<string> {
  return new Set(
    tokens.flatMap(({ text }, at) => {
      if (text !== 'const') return [];
      const [name, equals, ...value] = tokens.slice(at + 1, find(tokens, at, ';'));
      return name && equals?.text === '=' && isHugeValue(value) ? [name.text] : [];
    }),
  );
}

// Nothing but a huge number, with a sign or in a constructor: `vec4f(-1e30)`.
function isHugeValue(value: readonly Token[], huge: ReadonlySet<string> = new Set()): boolean {
  const operands = value.filter(
    ({ kind }, index) => kind === 'number' || (kind === 'name' && value[index + 1]?.text !== '('),
  );
  const isHugeOperand = ({ kind, text }: Token) => (kind === 'number' ? isHuge(text) : huge.has(text));
  const isBare = value.every(({ kind, text }) => kind !== 'symbol' || /^[-(),]$/.test(text));
  return operands.length > 0 && operands.every(isHugeOperand) && isBare;
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

// Loops that end after their first trip, but for those that make no second one.
function shortLoops({ tokens }: Source): readonly Rewrite[] {
  return loopsOf({ tokens }).flatMap(({ keyword, close }): readonly Rewrite[] => {
    if (isOneTrip(tokens, keyword)) return [];
    const start = tokens[close]?.start ?? 0;
    return [{ operator: 'flow', start, end: start, text: 'break; ', of: tokens[keyword]?.start ?? 0 }];
  });
}

// `for (var i = 0u; i < 1u; …`
function isOneTrip(tokens: readonly Token[], keyword: number): boolean {
  const header = tokens.slice(keyword, keyword + 10).map(({ text }) => text);
  return /^for \( var (\w+) = 0[iu]? ; \1 < 1[iu]?$/.test(header.join(' '));
}
