// WGSL text as tokens: just enough of the grammar to know what a mutation may touch.

/** One token with its place; `inTemplate` marks what stands between the angle brackets of a type. */
export interface Token {
  readonly kind: 'name' | 'number' | 'symbol';
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly inTemplate: boolean;
}

/** Tokens from `first` up to, but not with, `end`. */
export interface Span {
  readonly first: number;
  readonly end: number;
}

const tokenPattern =
  /\/\/[^\n]*|\/\*[\s\S]*?\*\/|\s+|(?<name>[A-Za-z_]\w*)|(?<number>0[xX][\da-fA-F.]+(?:[pP][+-]?\d+[fh]?|[iu])?|(?:\d+\.\d*|\.\d+|\d+)(?:[eE][+-]?\d+)?[iufh]?)|(?<symbol><<=|>>=|->|&&|\|\||<<|>>|<=|>=|==|!=|\+\+|--|[-+*/%&|^]=|.)/gy;

// What takes its parameters in angle brackets. `a < b` begins with none of these.
const templated = /^(?:vec[234]|mat[234]x[234]|array|ptr|atomic|bitcast|var|subgroup_?[mM]atrix\w*)$/;

/** The tokens of a text, without comments and white space. */
export function tokensOf(text: string): readonly Token[] {
  const tokens: Token[] = [];
  let depth = 0;
  tokenPattern.lastIndex = 0;
  for (let match = tokenPattern.exec(text); match; match = tokenPattern.exec(text)) {
    const kind = kindOf(match);
    if (!kind) continue;
    const [start, turn] = [match.index, turnOf(match[0], depth, tokens.at(-1))];
    // In a list of types every angle bracket stands alone: `array<vec4<u32>>`.
    const end = start + (turn === 0 ? match[0].length : 1);
    tokenPattern.lastIndex = end;
    tokens.push({ kind, text: text.slice(start, end), start, end, inTemplate: depth > 0 || turn > 0 });
    depth += turn;
  }
  return tokens;
}

// Whether a symbol opens a list of types (1) or closes one (-1).
function turnOf(symbol: string, depth: number, before: Token | undefined): -1 | 0 | 1 {
  if (symbol.startsWith('<') && (depth > 0 || templated.test(before?.text ?? ''))) return 1;
  return symbol.startsWith('>') && depth > 0 ? -1 : 0;
}

function kindOf({ groups }: RegExpExecArray): Token['kind'] | null {
  if (groups?.['name'] !== undefined) return 'name';
  if (groups?.['number'] !== undefined) return 'number';
  return groups?.['symbol'] === undefined ? null : 'symbol';
}

/** The tokens of every function's body, without its braces. */
export function bodiesOf(tokens: readonly Token[]): readonly Span[] {
  const bodies: Span[] = [];
  for (let at = 0; at < tokens.length; at++) {
    if (tokens[at]?.text !== 'fn') continue;
    const afterParameters = closing(tokens, find(tokens, at, '(')) + 1;
    const open = find(tokens, afterParameters, '{');
    const end = closing(tokens, open);
    bodies.push({ first: open + 1, end });
    at = end;
  }
  return bodies;
}

/** The place of the next token of that text, the end of all where there is none. */
export function find(tokens: readonly Token[], from: number, text: string): number {
  const found = tokens.findIndex((token, index) => index >= from && token.text === text);
  return found < 0 ? tokens.length : found;
}

const pairs: { readonly [open: string]: string } = { '(': ')', '[': ']', '{': '}' };

/** The place of the bracket that closes the one at `open`; the end of all where none does. */
export function closing(tokens: readonly Token[], open: number): number {
  const left = tokens[open]?.text ?? '';
  let depth = 0;
  for (let at = open; at < tokens.length; at++) {
    const text = tokens[at]?.text;
    if (text === left) depth++;
    else if (text === pairs[left]) depth--;
    if (depth === 0) return at;
  }
  return tokens.length;
}

/** The spans between the commas of a bracket that opens at `open`. */
export function argumentsOf(tokens: readonly Token[], open: number): readonly Span[] {
  const end = closing(tokens, open);
  const spans: Span[] = [];
  let first = open + 1;
  for (let at = first; at <= end; at++) {
    const text = tokens[at]?.text ?? '';
    if (at === end || (text === ',' && !tokens[at]?.inTemplate)) {
      if (at > first) spans.push({ first, end: at });
      first = at + 1;
    } else if (pairs[text] !== undefined) at = closing(tokens, at);
  }
  return spans;
}

/** Whether an operator behind this token has something on its left. */
export function endsOperand(token: Token | undefined): boolean {
  if (!token) return false;
  if (token.kind === 'number') return true;
  if (token.kind === 'name') return !/^(?:return|if|while|for|switch|case|else)$/.test(token.text);
  return token.text === ')' || token.text === ']' || (token.inTemplate && token.text === '>');
}
