// What a launch rules out: branches that are never taken and functions that nobody calls have no mistakes to find.
import { evaluate } from './fold.ts';
import { scopeAt } from './scopes.ts';
import type { Scope, Scopes } from './scopes.ts';
import { closing, find } from './tokens.ts';
import type { Span, Token } from './tokens.ts';

/** The spans of tokens that never run, as constants and grid of a launch stand. */
export function deadSpans(tokens: readonly Token[], scopes: Scopes): readonly Span[] {
  const branches = decidedConditions(tokens, scopes).flatMap((condition) => deadBranch(tokens, condition));
  return [...branches, ...uncalled(tokens, scopes.functions, branches)];
}

function isIn(spans: readonly Span[], at: number): boolean {
  return spans.some(({ first, end }) => at >= first && at < end);
}

/** An `if` whose condition follows from the constants of the text: the tokens between its brackets, and what they come to. */
export interface Decided extends Span {
  readonly value: boolean;
}

/** All conditions that are decided before the kernel runs. */
export function decidedConditions(tokens: readonly Token[], scopes: Scopes): readonly Decided[] {
  return tokens.flatMap(({ text }, at): readonly Decided[] => {
    if (text !== 'if') return [];
    const span = { first: at + 2, end: closing(tokens, at + 1) };
    const values = scopeAt(scopes, at)?.values ?? scopes.constants;
    const value = evaluate(tokens.slice(span.first, span.end), values);
    return value?.kind === 'condition' ? [{ ...span, value: value.least === 1 }] : [];
  });
}

// The branch that is not taken.
function deadBranch(tokens: readonly Token[], { end: close, value }: Decided): readonly Span[] {
  const end = closing(tokens, close + 1);
  if (!value) return [{ first: close + 2, end }];
  return tokens[end + 1]?.text === 'else' ? [{ first: end + 2, end: endOfElse(tokens, end + 1) }] : [];
}

// Behind the last brace of `else if … else …`.
function endOfElse(tokens: readonly Token[], at: number): number {
  const end = closing(tokens, find(tokens, at, '{'));
  return tokens[end + 1]?.text === 'else' ? endOfElse(tokens, end + 1) : end + 1;
}

// Functions that `main` reaches by no branch that is taken.
function uncalled(
  tokens: readonly Token[],
  bodies: readonly Scope[],
  dead: readonly Span[],
): readonly Span[] {
  const named = new Map(bodies.map((body) => [body.name, body]));
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
