// WGSL as lines of tokens, for readers: what is a comment, a word of the language, a type, a number. See the specification, § 3.

/** What a token is; null of names, signs and blanks. */
export type TokenKind = 'comment' | 'attribute' | 'keyword' | 'type' | 'number' | null;

/** A stretch of one line. */
export interface Token {
  readonly kind: TokenKind;
  readonly text: string;
}

/** A line with its tokens; joined, their texts are the line. */
export type Line = readonly Token[];

/** The most letters that are told apart: generated texts beyond it would be a hundred thousand elements. */
const mostLetters = 200_000;

/** The lines of a text, without their ends; a text that is too long for colours is one token a line. */
export function linesOf(text: string): readonly Line[] {
  const lines = textLines(text);
  if (lines.length === 0) return [];
  if (text.length > mostLetters) return lines.map((line) => [{ kind: null, text: line }]);
  const tokens = tokensOf(lines.join('\n'));
  const result: Token[][] = [[]];
  for (const { kind, text: whole } of tokens) {
    for (const [at, part] of whole.split('\n').entries()) {
      if (at > 0) result.push([]);
      if (part !== '') result.at(-1)?.push({ kind, text: part });
    }
  }
  return result;
}

/** The lines as plain texts; the end of the last line begins no other, and no text has no line. */
export function textLines(text: string): readonly string[] {
  if (text === '') return [];
  return text.replace(/\r\n?/g, '\n').replace(/\n$/, '').split('\n');
}

const word = String.raw`[_\p{XID_Start}]\p{XID_Continue}*`;
const hex = String.raw`0[xX][\da-fA-F]*\.?[\da-fA-F]*(?:[pP][+-]?\d+)?`;
const decimal = String.raw`(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?`;
const pattern = new RegExp(
  String.raw`(?<comment>\/\/[^\n]*|\/\*)|(?<attribute>@\s*${word})|(?<word>${word})|(?<number>(?:${hex}|${decimal})[iufh]?)`,
  'gu',
);

function tokensOf(text: string): readonly Token[] {
  const tokens: Token[] = [];
  const search = new RegExp(pattern);
  let end = 0;
  for (let match = search.exec(text); match !== null; match = search.exec(text)) {
    const [found] = match;
    const whole = found === '/*' ? text.slice(match.index, commentEnd(text, match.index)) : found;
    if (match.index > end) tokens.push({ kind: null, text: text.slice(end, match.index) });
    tokens.push({ kind: kindOf(match.groups ?? {}), text: whole });
    end = match.index + whole.length;
    search.lastIndex = end;
  }
  return [...tokens, { kind: null, text: text.slice(end) }];
}

// Block comments hold others, which no regular expression counts; one without an end goes on to that of the text.
function commentEnd(text: string, start: number): number {
  let depth = 0;
  for (const { index, 0: mark } of text.slice(start).matchAll(/\/\*|\*\//g)) {
    depth += mark === '/*' ? 1 : -1;
    if (depth === 0) return start + index + mark.length;
  }
  return text.length;
}

function kindOf(groups: Readonly<Record<string, string | undefined>>): TokenKind {
  if (groups['comment'] !== undefined) return 'comment';
  if (groups['attribute'] !== undefined) return 'attribute';
  if (groups['number'] !== undefined) return 'number';
  const name = groups['word'] ?? '';
  if (keywords.has(name)) return 'keyword';
  return types.test(name) ? 'type' : null;
}

const keywords: ReadonlySet<string> = new Set(
  (
    'alias break case const const_assert continue continuing default diagnostic discard else enable false fn for if ' +
    'let loop override requires return struct switch true var while'
  ).split(' '),
);

const types =
  /^(?:bool|[fiu]32|f16|vec[234][fihu]?|mat[234]x[234][fh]?|array|atomic|ptr|sampler\w*|texture_\w+|subgroup_matrix_\w+)$/;
