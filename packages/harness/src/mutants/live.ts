// What a launch's constants rule out: branches that are never taken and functions that nobody calls have no mistakes to find.
import { bodiesOf, closing, find } from './tokens.ts';
import type { Span, Token } from './tokens.ts';

type Value = number | boolean;

/** The spans of tokens that never run, as the constants of the text stand. */
export function deadSpans(tokens: readonly Token[]): readonly Span[] {
  const bodies = bodiesOf(tokens);
  const branches = decidedConditions(tokens).flatMap((condition) => deadBranch(tokens, condition));
  return [...branches, ...uncalled(tokens, bodies, branches)];
}

function isIn(spans: readonly Span[], at: number): boolean {
  return spans.some(({ first, end }) => at >= first && at < end);
}

// `const BEND = 2u;` and `const WHOLE = false;`: what is calculated is left open.
function literalConstants(tokens: readonly Token[], bodies: readonly Span[]): ReadonlyMap<string, Value> {
  return new Map(
    tokens.flatMap(({ text }, at): readonly (readonly [string, Value])[] => {
      if (text !== 'const') return [];
      const [name, equals, literal, semicolon] = tokens.slice(at + 1, at + 5);
      if (equals?.text !== '=' || semicolon?.text !== ';' || isIn(bodies, at)) return [];
      const value = valueOf(literal, new Map());
      return name && value !== null ? [[name.text, value]] : [];
    }),
  );
}

function valueOf(token: Token | undefined, values: ReadonlyMap<string, Value>): Value | null {
  if (!token) return null;
  if (token.text === 'true' || token.text === 'false') return token.text === 'true';
  if (token.kind !== 'number') return values.get(token.text) ?? null;
  const value = Number(token.text.replace(/[iufh]$/, ''));
  return Number.isNaN(value) ? null : value;
}

/** An `if` whose condition follows from the constants of the text: the tokens between its brackets, and what they come to. */
export interface Decided extends Span {
  readonly value: boolean;
}

/** All conditions that are decided before the kernel runs. */
export function decidedConditions(tokens: readonly Token[]): readonly Decided[] {
  const bodies = bodiesOf(tokens);
  const values = literalConstants(tokens, bodies);
  return tokens.flatMap(({ text }, at): readonly Decided[] => {
    if (text !== 'if') return [];
    const span = { first: at + 2, end: closing(tokens, at + 1) };
    const value = decide(tokens.slice(span.first, span.end), values);
    return value === null ? [] : [{ ...span, value }];
  });
}

// The branch that is not taken.
function deadBranch(tokens: readonly Token[], { end: close, value }: Decided): readonly Span[] {
  const end = closing(tokens, close + 1);
  if (!value) return [{ first: close + 2, end }];
  return tokens[end + 1]?.text === 'else' ? [{ first: end + 2, end: endOfElse(tokens, end + 1) }] : [];
}

const comparisons: { readonly [symbol: string]: (left: Value, right: Value) => boolean } = {
  '==': (left, right) => left === right,
  '!=': (left, right) => left !== right,
  '<': (left, right) => left < right,
  '<=': (left, right) => left <= right,
  '>': (left, right) => left > right,
  '>=': (left, right) => left >= right,
};

// `NAME`, `!NAME` or a comparison; null for what is not known from literals.
function decide(condition: readonly Token[], values: ReadonlyMap<string, Value>): boolean | null {
  const [first, second, third] = condition;
  const [left = null, symbol = '', right = null] =
    [
      [valueOf(first, values), '==', true] as const,
      [valueOf(second, values), '==', false] as const,
      [valueOf(first, values), second?.text, valueOf(third, values)] as const,
    ][condition.length - 1] ?? [];
  const compare = comparisons[symbol];
  return left === null || right === null || !compare ? null : compare(left, right);
}

// Behind the last brace of `else if … else …`.
function endOfElse(tokens: readonly Token[], at: number): number {
  const end = closing(tokens, find(tokens, at, '{'));
  return tokens[end + 1]?.text === 'else' ? endOfElse(tokens, end + 1) : end + 1;
}

// Functions that `main` reaches by no branch that is taken.
function uncalled(tokens: readonly Token[], bodies: readonly Span[], dead: readonly Span[]): readonly Span[] {
  const named = new Map(bodies.map((body) => [nameOf(tokens, body), body]));
  if (!named.has('main')) return [];
  const called = new Set<string>();
  const visit = (name: string) => {
    const body = named.get(name);
    if (!body || called.has(name)) return;
    called.add(name);
    for (let at = body.first; at < body.end; at++)
      if (tokens[at + 1]?.text === '(' && !isIn(dead, at)) visit(tokens[at]?.text ?? '');
  };
  visit('main');
  return [...named].flatMap(([name, body]) => (called.has(name) ? [] : [body]));
}

// The name in front of the parameters.
function nameOf(tokens: readonly Token[], { first }: Span): string {
  const keyword = tokens.findLastIndex(({ text }, at) => at < first && text === 'fn');
  return tokens[keyword + 1]?.text ?? '';
}
