// Integer expressions of WGSL constants: literals, names, + − * / % and parentheses.

/** Texts of constants by name. */
export type Scope = ReadonlyMap<string, string>;

interface Cursor {
  readonly tokens: readonly string[];
  readonly expression: string;
  readonly scope: Scope;
  at: number;
}

const tokenPattern = /0[xX][\da-fA-F]+[iu]?|\d+[iu]?|[A-Za-z_]\w*|\S/g;

/** Evaluates an expression; throws on a name that is not in scope and on anything but integers. */
export function evaluate(expression: string, scope: Scope): number {
  const cursor: Cursor = { tokens: expression.match(tokenPattern) ?? [], expression, scope, at: 0 };
  const value = sum(cursor);
  const rest = cursor.tokens[cursor.at];
  if (rest !== undefined)
    throw new Error(`"${rest}" in "${expression}": only integers with + - * / % ( ) are read`);
  return value;
}

function sum(cursor: Cursor): number {
  return fold(cursor, product, ['+', '-']);
}

function product(cursor: Cursor): number {
  return fold(cursor, factor, ['*', '/', '%']);
}

function fold(cursor: Cursor, next: (cursor: Cursor) => number, operators: readonly string[]): number {
  let value = next(cursor);
  for (
    let operator = cursor.tokens[cursor.at];
    operators.includes(operator ?? '');
    operator = cursor.tokens[cursor.at]
  ) {
    cursor.at++;
    value = apply(operator, value, next(cursor));
  }
  return value;
}

function factor(cursor: Cursor): number {
  const token = cursor.tokens[cursor.at++] ?? '';
  if (token === '(') {
    const inside = sum(cursor);
    if (cursor.tokens[cursor.at++] !== ')') throw new Error(`no ")" in "${cursor.expression}"`);
    return inside;
  }
  if (/^\d/.test(token)) return Number(token.replace(/[iu]$/, ''));
  const constant = cursor.scope.get(token);
  if (constant === undefined)
    throw new Error(`"${token}" in "${cursor.expression}" is not a constant of the shader`);
  return evaluate(constant, cursor.scope);
}

function apply(operator: string | undefined, a: number, b: number): number {
  switch (operator) {
    case '+':
      return a + b;
    case '-':
      return a - b;
    case '*':
      return a * b;
    case '/':
      return Math.trunc(a / b);
    default:
      return a % b;
  }
}
