// A whole shader, from its text to its tree.
import { parseList, parseName, Tokens } from './expressions.ts';
import { parseBlock, parseDeclaration } from './statements.ts';
import type { Expression, Fn, Global, Typed } from './tree.ts';
import { tokenize } from './tokens.ts';

/** Reads a shader. Throws with the line of what it does not understand. */
export function parse(text: string): readonly Global[] {
  const tokens = new Tokens(tokenize(text));
  const globals: Global[] = [];
  while (tokens.peek().kind !== 'end') {
    const global = parseGlobal(tokens);
    if (global) globals.push(global);
  }
  return globals;
}

// Null for what only a compiler needs to know.
function parseGlobal(tokens: Tokens): Global | null {
  if (tokens.accept(';')) return null;
  const attributes = parseAttributes(tokens);
  const { text, line } = tokens.peek();
  switch (text) {
    case 'enable':
    case 'requires':
    case 'diagnostic':
    case 'const_assert':
      while (!tokens.accept(';')) tokens.take();
      return null;
    case 'alias': {
      tokens.take();
      const name = tokens.name();
      tokens.expect('=');
      const type = parseName(tokens);
      tokens.expect(';');
      return { kind: 'alias', name, type, line };
    }
    case 'struct':
      tokens.take();
      return { kind: 'struct', name: tokens.name(), members: parseTyped(tokens, ['{', '}']), line };
    case 'fn':
      return parseFunction(tokens, attributes);
    default: {
      const declared = parseDeclaration(tokens, attributes);
      tokens.expect(';');
      return declared;
    }
  }
}

function parseFunction(tokens: Tokens, attributes: Fn['attributes']): Fn {
  const { line } = tokens.expect('fn');
  const name = tokens.name();
  const parameters = parseTyped(tokens, ['(', ')']);
  const result = tokens.accept('->') ? parseResult(tokens) : null;
  return { kind: 'fn', name, attributes, parameters, result, body: parseBlock(tokens), line };
}

function parseResult(tokens: Tokens): Expression {
  parseAttributes(tokens);
  return parseName(tokens);
}

function parseTyped(tokens: Tokens, [open, close]: readonly [string, string]): readonly Typed[] {
  const items: Typed[] = [];
  tokens.expect(open);
  while (!tokens.is(close)) {
    const attributes = parseAttributes(tokens);
    const { line } = tokens.peek();
    const name = tokens.name();
    tokens.expect(':');
    items.push({ name, attributes, type: parseName(tokens), line });
    if (!tokens.accept(',')) break;
  }
  tokens.expect(close);
  return items;
}

function parseAttributes(tokens: Tokens): Map<string, readonly Expression[]> {
  const attributes = new Map<string, readonly Expression[]>();
  while (tokens.accept('@')) {
    const name = tokens.name();
    attributes.set(name, tokens.is('(') ? parseList(tokens, ['(', ')']) : []);
  }
  return attributes;
}
