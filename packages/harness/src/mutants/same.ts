// Changes of a text that leave its program as it was: they are no mistakes, and no check could reject them.
import { foldedText } from './fold.ts';
import type { Values } from './fold.ts';
import type { Rewrite, Source } from './operators.ts';
import { scopeAt, scopesOf } from './scopes.ts';
import type { Grid, Scopes } from './scopes.ts';
import { find, tokensOf } from './tokens.ts';
import type { Token } from './tokens.ts';

/** Tells which changes of a text make no other program, as its constants stand and on a grid of so many workgroups. */
export function createSameness(source: Source, scopes: Scopes, grid?: Grid): (rewrite: Rewrite) => boolean {
  let before: string | undefined;
  return (rewrite) => {
    if (isNeutral(source, rewrite)) return true;
    const at = source.tokens.findIndex(({ end }) => end > rewrite.start);
    const scope = scopeAt(scopes, at);
    if (scope) return isSameStatement(source, rewrite, { at, values: scope.values });
    const tokens = tokensOf(rewritten(source.text, rewrite));
    before ??= foldedProgram(source.tokens, scopes);
    return foldedProgram(tokens, scopesOf(tokens, grid)) === before;
  };
}

/** The text with a change in it. */
export function rewritten(text: string, { start, end, text: put }: Rewrite): string {
  return text.slice(0, start) + put + text.slice(end);
}

const neutral: { readonly [operator: string]: RegExp } = {
  '+': /^0[iu]?$/,
  '-': /^0[iu]?$/,
  '/': /^1[iu]?$/,
};

// Nothing added or taken away, and one that divides or multiplies.
function isNeutral({ tokens }: Source, { operator, start }: Rewrite): boolean {
  if (operator !== 'arithmetic') return false;
  const at = tokens.findIndex((token) => token.start === start);
  const operand = neutral[tokens[at]?.text ?? ''];
  return operand?.test(tokens[at + 1]?.text ?? '') === true;
}

interface Place {
  readonly at: number;
  readonly values: Values;
}

function isEdge({ text }: Token): boolean {
  return /^[;{}]$/.test(text);
}

// `BEND == 3u` for `BEND == 2u` where BEND is neither; `group.y * 8u` for `group.y * 7u` on a grid of one row.
function isSameStatement({ text, tokens }: Source, rewrite: Rewrite, { at, values }: Place): boolean {
  const first = tokens.findLastIndex((token, index) => index < at && isEdge(token)) + 1;
  const last = tokens.findIndex((token) => token.start >= rewrite.start && isEdge(token));
  const [from, to] = [tokens[first]?.start ?? 0, tokens[last]?.start ?? text.length];
  if (rewrite.end > to || /[;{}]/.test(rewrite.text)) return false;
  const [start, end] = [rewrite.start - from, rewrite.end - from];
  const [before, after] = [text.slice(from, to), rewritten(text.slice(from, to), { ...rewrite, start, end })];
  return foldedText(tokensOf(before), values) === foldedText(tokensOf(after), values);
}

// The text with what is known of each expression, and without the constants that have gone into them.
function foldedProgram(tokens: readonly Token[], { constants, functions }: Scopes): string {
  const edges = functions.flatMap(({ first, end, values }) => [
    { at: first, values },
    { at: end, values: constants },
  ]);
  const spans = [{ at: 0, values: constants }, ...edges].map(({ at, values }, index) => ({
    values,
    tokens: tokens.slice(at, edges[index]?.at ?? tokens.length),
  }));
  return spans
    .map(({ values, tokens: own }) =>
      foldedText(values === constants ? withoutConstants(own, constants) : own, values),
    )
    .join(' ');
}

function withoutConstants(tokens: readonly Token[], constants: Values): readonly Token[] {
  const at = tokens.findIndex(
    ({ text }, index) => text === 'const' && constants.has(tokens[index + 1]?.text ?? ''),
  );
  if (at < 0) return tokens;
  const rest = tokens.slice(find(tokens, at, ';') + 1);
  return [...tokens.slice(0, at), ...withoutConstants(rest, constants)];
}
