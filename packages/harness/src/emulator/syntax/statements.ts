// Statements of WGSL.
import { parseExpression, parseList, parseName } from './expressions.ts';
import type { Tokens } from './expressions.ts';
import type { Block, Case, Declaration, Expression, Statement } from './tree.ts';

/** Reads statements between braces. */
export function parseBlock(tokens: Tokens): Block {
  const { line } = tokens.expect('{');
  const statements: Statement[] = [];
  while (!tokens.accept('}')) {
    if (!tokens.accept(';')) statements.push(parseStatement(tokens));
  }
  return { kind: 'block', statements, line };
}

function parseStatement(tokens: Tokens): Statement {
  const { text, line } = tokens.peek();
  switch (text) {
    case '{':
      return parseBlock(tokens);
    case 'if':
      return parseIf(tokens);
    case 'for':
      return parseFor(tokens);
    case 'while': {
      tokens.take();
      const condition = parseExpression(tokens);
      return {
        kind: 'loop',
        first: null,
        condition,
        body: parseBlock(tokens),
        each: null,
        until: null,
        line,
      };
    }
    case 'loop':
      return parseLoop(tokens);
    case 'switch':
      return parseSwitch(tokens);
    default: {
      const statement = parseSimple(tokens);
      tokens.expect(';');
      return statement;
    }
  }
}

// What ends with a semicolon, or stands in the head of a `for`.
function parseSimple(tokens: Tokens): Statement {
  const { text, line } = tokens.peek();
  switch (text) {
    case 'const':
    case 'let':
    case 'var':
      return parseDeclaration(tokens, new Map());
    case 'break':
    case 'continue':
      tokens.take();
      return { kind: text, line };
    case 'return':
      tokens.take();
      return { kind: 'return', value: tokens.is(';') ? null : parseExpression(tokens), line };
    case '_':
      tokens.take();
      tokens.expect('=');
      return { kind: 'assign', target: null, op: '=', value: parseExpression(tokens), line };
    default:
      return parseCallOrAssignment(tokens, line);
  }
}

function parseCallOrAssignment(tokens: Tokens, line: number): Statement {
  const target = parseExpression(tokens);
  if (target.kind === 'call') return { kind: 'call-statement', call: target, line };
  return parseAssignment(tokens, target);
}

function parseAssignment(tokens: Tokens, target: Expression): Statement {
  const { line } = target;
  const one: Expression = { kind: 'number', text: '1', line };
  if (tokens.accept('++')) return { kind: 'assign', target, op: '+', value: one, line };
  if (tokens.accept('--')) return { kind: 'assign', target, op: '-', value: one, line };
  if (tokens.is('>')) {
    // The sign `>>=` arrives as `>` and `>=`.
    tokens.take();
    tokens.expect('>=');
    return { kind: 'assign', target, op: '>>', value: parseExpression(tokens), line };
  }
  const { text } = tokens.peek();
  if (!/^(?:[-+*/%&|^]|<<)?=$/.test(text)) tokens.refuse('an assignment');
  tokens.take();
  const op = text === '=' ? '=' : text.slice(0, -1);
  return { kind: 'assign', target, op, value: parseExpression(tokens), line };
}

/** Reads a `const`, `let` or `var` up to its semicolon. */
export function parseDeclaration(tokens: Tokens, attributes: Declaration['attributes']): Declaration {
  const { text: keyword, line } = tokens.peek();
  if (keyword !== 'const' && keyword !== 'let' && keyword !== 'var') tokens.refuse('a declaration');
  tokens.take();
  const space = tokens.is('<') ? parseList(tokens, ['<', '>']) : [];
  const name = tokens.name();
  const type = tokens.accept(':') ? parseName(tokens) : null;
  const value = tokens.accept('=') ? parseExpression(tokens) : null;
  const words = space.map((each) => (each.kind === 'name' ? each.name : ''));
  return { kind: 'declaration', keyword, name, space: words, attributes, type, value, line };
}

function parseIf(tokens: Tokens): Statement {
  const { line } = tokens.expect('if');
  const condition = parseExpression(tokens);
  const yes = parseBlock(tokens);
  if (!tokens.accept('else')) return { kind: 'if', condition, yes, no: null, line };
  const no = tokens.is('if') ? parseIf(tokens) : parseBlock(tokens);
  return { kind: 'if', condition, yes, no, line };
}

function parseFor(tokens: Tokens): Statement {
  const { line } = tokens.expect('for');
  tokens.expect('(');
  const first = tokens.is(';') ? null : parseSimple(tokens);
  tokens.expect(';');
  const condition = tokens.is(';') ? null : parseExpression(tokens);
  tokens.expect(';');
  const each = tokens.is(')') ? null : parseSimple(tokens);
  tokens.expect(')');
  return { kind: 'loop', first, condition, body: parseBlock(tokens), each, until: null, line };
}

// A `continuing` stands last in its loop; `break if` stands last in that.
function parseLoop(tokens: Tokens): Statement {
  const { line } = tokens.expect('loop');
  tokens.expect('{');
  const statements: Statement[] = [];
  const closing: Statement[] = [];
  let until: Expression | null = null;
  while (!tokens.accept('}')) {
    if (!tokens.accept('continuing')) {
      if (!tokens.accept(';')) statements.push(parseStatement(tokens));
      continue;
    }
    tokens.expect('{');
    while (!tokens.accept('}')) {
      if (tokens.is('break')) {
        tokens.take();
        tokens.expect('if');
        until = parseExpression(tokens);
        tokens.expect(';');
      } else closing.push(parseStatement(tokens));
    }
  }
  const body: Block = { kind: 'block', statements, line };
  const each: Block | null = closing.length > 0 ? { kind: 'block', statements: closing, line } : null;
  return { kind: 'loop', first: null, condition: null, body, each, until, line };
}

function parseSwitch(tokens: Tokens): Statement {
  const { line } = tokens.expect('switch');
  const of = parseExpression(tokens);
  const cases: Case[] = [];
  tokens.expect('{');
  while (!tokens.accept('}')) {
    const selectors: (Expression | null)[] = [];
    if (tokens.accept('default')) selectors.push(null);
    else {
      tokens.expect('case');
      do {
        if (tokens.is(':') || tokens.is('{')) break;
        selectors.push(tokens.accept('default') ? null : parseExpression(tokens));
      } while (tokens.accept(','));
    }
    tokens.accept(':');
    cases.push({ selectors, body: parseBlock(tokens) });
  }
  return { kind: 'switch', of, cases, line };
}
