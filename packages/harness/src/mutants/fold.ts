// Expressions of a kernel's text with everything in them that has one value put as that.
import { apply, decided, literal, printed } from './known.ts';
import type { Known } from './known.ts';
import { closing, endsOperand } from './tokens.ts';
import type { Token } from './tokens.ts';

/** What is known of names, and of components of the workgroup's id: `group.y`. */
export type Values = ReadonlyMap<string, Known>;

/** The text of an expression with what is known of it; what is unknown stays as it was. */
export function foldedText(tokens: readonly Token[], values: Values): string {
  return fold(tokens, values)
    .map(({ text }) => text)
    .join(' ');
}

/** What an expression comes to; null where part of it is unknown. */
export function evaluate(tokens: readonly Token[], values: Values): Known | null {
  const parts = fold(tokens, values);
  return parts.length === 1 ? (parts[0]?.known ?? null) : null;
}

interface Part {
  readonly text: string;
  readonly known: Known | null;
}

// Joins the operands that are known, as far as the order of operators lets them.
function fold(tokens: readonly Token[], values: Values): readonly Part[] {
  const parts: Part[] = [];
  for (let at = 0; at < tokens.length;) {
    const { read, next } =
      readBracket(tokens, at, values) ?? readId(tokens, at, values) ?? readToken(tokens, at, values);
    parts.push(...read);
    while (negate(parts) || join(parts, tokens[next]?.text ?? ''));
    at = next;
  }
  return parts;
}

interface Read {
  readonly read: readonly Part[];
  readonly next: number;
}

// What a bracket holds, without it where that has a value. The arguments of a call stay in theirs.
function readBracket(tokens: readonly Token[], at: number, values: Values): Read | null {
  if (tokens[at]?.text !== '(' || endsOperand(tokens[at - 1])) return null;
  const end = closing(tokens, at);
  const inner = fold(tokens.slice(at + 1, end), values);
  const isValue = inner.length === 1 && inner[0]?.known;
  const [open, close] = [
    { text: '(', known: null },
    { text: ')', known: null },
  ];
  return { read: isValue ? inner : [open, ...inner, close], next: end + 1 };
}

function readId(tokens: readonly Token[], at: number, values: Values): Read | null {
  if (tokens[at + 1]?.text !== '.') return null;
  const id = `${tokens[at]?.text}.${tokens[at + 2]?.text}`;
  const known = values.get(id);
  return known ? { read: [operand(id, known)], next: at + 3 } : null;
}

function readToken(tokens: readonly Token[], at: number, values: Values): Read {
  const { text = '', kind } = tokens[at] ?? {};
  // A member, a call or an element is not what the name alone is.
  const isAlone = tokens[at - 1]?.text !== '.' && !/^[.([]$/.test(tokens[at + 1]?.text ?? '');
  const known = kind === 'symbol' || !isAlone ? null : (values.get(text) ?? literal(text));
  return { read: [operand(text, known)], next: at + 1 };
}

function operand(text: string, known: Known | null): Part {
  return { text: (known && printed(known)) ?? text, known };
}

const precedence: ReadonlyMap<string, number> = new Map(
  [
    ['<', '<=', '>', '>=', '==', '!='],
    ['+', '-'],
    ['*', '/', '%'],
    ['<<', '>>', '&', '|', '^'],
    ['!', '~'],
  ].flatMap((operators, level) => operators.map((operator) => [operator, level + 1] as const)),
);

// `left operator right` at the end becomes one part, unless what stands before or behind it binds more tightly.
function join(parts: Part[], next: string): boolean {
  const part = (place: number) => parts.at(place) ?? nothing;
  const [before, left, operator, right] = [part(-4), part(-3), part(-2), part(-1)] as const;
  const binds = bindingOf(operator.text);
  if (binds <= bindingOf(before.text) || binds < bindingOf(next)) return false;
  const known = left.known && right.known && apply(operator.text, left.known, right.known);
  if (known === null) return false;
  parts.splice(-3, 3, operand(`${left.text} ${operator.text} ${right.text}`, known));
  return true;
}

const nothing: Part = { text: '', known: null };

function bindingOf(text: string): number {
  return precedence.get(text) ?? 0;
}

// `!WHOLE`: nothing binds more tightly.
function negate(parts: Part[]): boolean {
  const value = parts.at(-1)?.known;
  if (parts.at(-2)?.text !== '!' || value?.kind !== 'condition') return false;
  parts.splice(-2, 2, operand('', decided(value.most === 0)));
  return true;
}
