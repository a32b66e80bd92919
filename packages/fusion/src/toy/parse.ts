// Reads Toy, by recursive descent: one function for each rule of its grammar.
//
//   program    = { "def" name "(" [ name { "," name } ] ")" "{" { statement ";" } "}" }
//   statement  = "var" name [ "<" number { "," number } ">" ] "=" expression | "return" expression | "print" "(" expression ")"
//   expression = term { "+" term }      term = factor { "*" factor }
//   factor     = number | list | name [ "(" [ expression { "," expression } ] ")" ] | "(" expression ")"
import { ToyError } from './syntax.ts';
import type { ToyExpression, ToyFunction, ToyProgram, ToyStatement } from './syntax.ts';

interface Token {
  readonly text: string;
  readonly line: number;
}

interface Reader {
  readonly peek: () => Token;
  readonly next: () => Token;
  /** Takes that text if it comes next. */
  readonly skip: (text: string) => boolean;
  /** Takes that text; throws a ToyError where another one stands. */
  readonly take: (text: string) => Token;
}

/** The functions of a text. Throws a ToyError with the line at what is none. */
export function parseToy(source: string): ToyProgram {
  const reader = readerOf(source);
  const functions = new Map<string, ToyFunction>();
  while (reader.peek().text !== '') {
    const { line } = reader.take('def');
    const own = readFunction(reader);
    if (functions.has(own.name)) throw new ToyError(line, `there are two functions ${own.name}`);
    functions.set(own.name, own);
  }
  return functions;
}

function readerOf(source: string): Reader {
  const lines = source.split('\n').map((text) => text.replace(/#.*/, ''));
  const tokens = lines.flatMap((text, at) =>
    [...text.matchAll(/[A-Za-z_]\w*|-?\d+(?:\.\d+)?|\S/g)].map(([found]) => ({ text: found, line: at + 1 })),
  );
  let at = 0;
  const peek = (): Token => tokens[at] ?? { text: '', line: lines.length };
  const next = () => {
    const token = peek();
    at++;
    return token;
  };
  const skip = (text: string) => {
    const isThere = peek().text === text;
    if (isThere) at++;
    return isThere;
  };
  const take = (text: string) => {
    const token = next();
    if (token.text !== text) throw new ToyError(token.line, `"${text}" should stand before "${token.text}"`);
    return token;
  };
  return { peek, next, skip, take };
}

function readFunction(reader: Reader): ToyFunction {
  const name = readName(reader);
  const parameters = readList(reader, ['(', ')'], () => readName(reader));
  reader.take('{');
  const body: ToyStatement[] = [];
  while (!reader.skip('}')) {
    body.push(readStatement(reader));
    reader.take(';');
  }
  return { name, parameters, body };
}

function readStatement(reader: Reader): ToyStatement {
  const { line } = reader.peek();
  if (reader.skip('return')) return { kind: 'return', value: readSum(reader), line };
  if (reader.skip('print')) return { kind: 'print', value: readFactor(reader), line };
  reader.take('var');
  const name = readName(reader);
  const shape = reader.peek().text === '<' ? readList(reader, ['<', '>'], () => readNumber(reader)) : null;
  reader.take('=');
  return { kind: 'var', name, shape, value: readSum(reader), line };
}

function readList<T>(reader: Reader, [open, close]: readonly [string, string], item: () => T): readonly T[] {
  reader.take(open);
  const items: T[] = [];
  if (reader.skip(close)) return items;
  do items.push(item());
  while (reader.skip(','));
  reader.take(close);
  return items;
}

function readSum(reader: Reader): ToyExpression {
  let left = readProduct(reader);
  for (let { line } = reader.peek(); reader.skip('+'); { line } = reader.peek())
    left = { kind: 'call', callee: 'add', operands: [left, readProduct(reader)], line };
  return left;
}

function readProduct(reader: Reader): ToyExpression {
  let left = readFactor(reader);
  for (let { line } = reader.peek(); reader.skip('*'); { line } = reader.peek())
    left = { kind: 'call', callee: 'mul', operands: [left, readFactor(reader)], line };
  return left;
}

function readFactor(reader: Reader): ToyExpression {
  const { text, line } = reader.peek();
  if (reader.skip('(')) {
    const inner = readSum(reader);
    reader.take(')');
    return inner;
  }
  if (text === '[') return readTensor(reader);
  if (isNumber(text)) return { kind: 'literal', shape: [], values: [readNumber(reader)] };
  const name = readName(reader);
  if (reader.peek().text !== '(') return { kind: 'name', name, line };
  const operands = readList(reader, ['(', ')'], () => readSum(reader));
  return { kind: 'call', callee: name, operands, line };
}

// Lists of lists of as many numbers each.
function readTensor(reader: Reader): Extract<ToyExpression, { readonly kind: 'literal' }> {
  const { text, line } = reader.peek();
  if (text !== '[') return { kind: 'literal', shape: [], values: [readNumber(reader)] };
  const parts = readList(reader, ['[', ']'], () => readTensor(reader));
  const [first] = parts;
  const isEven = parts.every(({ shape }) => shape.join() === first?.shape.join());
  if (!first || !isEven) throw new ToyError(line, 'the rows of a tensor have one length');
  return {
    kind: 'literal',
    shape: [parts.length, ...first.shape],
    values: parts.flatMap(({ values }) => values),
  };
}

function isNumber(text: string): boolean {
  return /^-?\d/.test(text);
}

function readNumber(reader: Reader): number {
  const { text, line } = reader.next();
  if (!isNumber(text)) throw new ToyError(line, `"${text}" is no number`);
  return Number(text);
}

function readName(reader: Reader): string {
  const { text, line } = reader.next();
  if (!/^[A-Za-z_]/.test(text)) throw new ToyError(line, `"${text}" is no name`);
  return text;
}
