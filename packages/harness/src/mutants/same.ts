// Changes of a text that leave its program as it was: they are no mistakes, and no check could reject them.
import { decidedConditions } from './live.ts';
import type { Decided } from './live.ts';
import type { Rewrite, Source } from './operators.ts';
import { tokensOf } from './tokens.ts';

/** Tells which changes of a text make no other program, as its constants stand. */
export function createSameness(source: Source): (rewrite: Rewrite) => boolean {
  const decided = decidedConditions(source.tokens);
  return (rewrite) => isNeutral(source, rewrite) || isDecidedAlike(source, rewrite, decided);
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

// `BEND == 3u` for `BEND == 2u` where BEND is neither.
function isDecidedAlike({ text, tokens }: Source, rewrite: Rewrite, decided: readonly Decided[]): boolean {
  const condition = decided.find(({ first, end }) => {
    const [from, to] = [tokens[first]?.start ?? Infinity, tokens[end - 1]?.end ?? 0];
    return rewrite.start >= from && rewrite.end <= to;
  });
  if (!condition) return false;
  const after = decidedConditions(tokensOf(rewritten(text, rewrite)));
  return after.some(({ first, value }) => first === condition.first && value === condition.value);
}
