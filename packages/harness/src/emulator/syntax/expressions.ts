// Expressions of WGSL, by precedence.
import type { Call, Expression, Name } from './tree.ts';
import type { Token } from './tokens.ts';

/** Tokens that are taken one by one. */
export class Tokens {
  readonly #tokens: readonly Token[];
  #at = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  /** The token that comes next, or the one behind it. */
  peek(ahead = 0): Token {
    const token = this.#tokens[Math.min(this.#at + ahead, this.#tokens.length - 1)];
    if (!token) throw new SyntaxError('the text has no tokens');
    return token;
  }

  take(): Token {
    const token = this.peek();
    this.#at++;
    return token;
  }

  is(text: string): boolean {
    const { kind, text: own } = this.peek();
    return own === text && kind !== 'end';
  }

  /** Takes the next token if it reads so. */
  accept(text: string): boolean {
    if (!this.is(text)) return false;
    this.#at++;
    return true;
  }

  expect(text: string): Token {
    if (!this.is(text)) this.refuse(`"${text}"`);
    return this.take();
  }

  name(): string {
    if (this.peek().kind !== 'word') this.refuse('a name');
    return this.take().text;
  }

  refuse(wanted: string): never {
    const { line, text } = this.peek();
    throw new SyntaxError(`line ${line}: expected ${wanted}, found "${text}"`);
  }
}

// From the loosest to the tightest. Comparisons do not chain, which nobody writes here.
const levels: readonly (readonly string[])[] = [
  ['||'],
  ['&&'],
  ['|'],
  ['^'],
  ['&'],
  ['==', '!='],
  ['<', '<=', '>', '>='],
  ['<<', '>>'],
  ['+', '-'],
  ['*', '/', '%'],
];

/** Reads one expression. */
export function parseExpression(tokens: Tokens): Expression {
  return parseLevel(tokens, 0);
}

function parseLevel(tokens: Tokens, level: number): Expression {
  const operators = levels[level];
  if (!operators) return parseUnary(tokens);
  let left = parseLevel(tokens, level + 1);
  for (let op = operatorOf(tokens); operators.includes(op); op = operatorOf(tokens)) {
    const { line } = tokens.peek();
    for (let taken = 0; taken < (op === '>>' ? 2 : 1); taken++) tokens.take();
    left = { kind: 'binary', op, left, right: parseLevel(tokens, level + 1), line };
  }
  return left;
}

// Two signs `>` are one operator; before `>=` they assign, and end the expression.
function operatorOf(tokens: Tokens): string {
  const { text } = tokens.peek();
  if (text !== '>') return text;
  const { text: second } = tokens.peek(1);
  if (second === '>=') return '>>=';
  return second === '>' ? '>>' : text;
}

const prefixes = new Set(['-', '!', '~', '&', '*']);

function parseUnary(tokens: Tokens): Expression {
  const { text, line } = tokens.peek();
  if (!prefixes.has(text)) return parsePostfix(tokens);
  tokens.take();
  return { kind: 'unary', op: text, of: parseUnary(tokens), line };
}

function parsePostfix(tokens: Tokens): Expression {
  let value = parsePrimary(tokens);
  for (;;) {
    const { line } = tokens.peek();
    if (tokens.accept('[')) {
      value = { kind: 'index', of: value, index: parseExpression(tokens), line };
      tokens.expect(']');
    } else if (tokens.accept('.')) {
      value = { kind: 'member', of: value, name: tokens.name(), line };
    } else return value;
  }
}

function parsePrimary(tokens: Tokens): Expression {
  const { kind, text, line } = tokens.peek();
  if (kind === 'number') return { kind: 'number', text: tokens.take().text, line };
  if (tokens.accept('(')) {
    const inside = parseExpression(tokens);
    tokens.expect(')');
    return inside;
  }
  if (kind !== 'word') tokens.refuse('a value');
  const name = parseName(tokens);
  return tokens.is('(') ? parseCall(tokens, name) : { ...name, line, name: text };
}

/** Reads the arguments of a call. */
function parseCall(tokens: Tokens, callee: Name): Call {
  return { kind: 'call', callee, args: parseList(tokens, ['(', ')']), line: callee.line };
}

/** Reads expressions between two signs, a comma behind each but the last. */
export function parseList(tokens: Tokens, [open, close]: readonly [string, string]): readonly Expression[] {
  const items: Expression[] = [];
  tokens.expect(open);
  while (!tokens.is(close)) {
    items.push(open === '<' ? parseLevel(tokens, sums) : parseExpression(tokens));
    if (!tokens.accept(',')) break;
  }
  tokens.expect(close);
  return items;
}

// Inside a template a `>` closes it: what compares or shifts stands between parentheses there.
const sums = levels.findIndex((operators) => operators.includes('+'));

const templates =
  /^(?:array|atomic|ptr|bitcast|vec[234]|mat[234]x[234]|subgroup_matrix_\w+|subgroupMatrix(?:Load|Store))$/;

/** Reads a name with its template. */
export function parseName(tokens: Tokens): Name {
  const { line } = tokens.peek();
  const name = tokens.name();
  const args = templates.test(name) && tokens.is('<') ? parseList(tokens, ['<', '>']) : [];
  return { kind: 'name', name, args, line };
}
