// A kernel that does its arithmetic on what it loads twice. Addresses, tests and loops are computed once.
import type { Expression, Statement } from '../emulator/syntax/tree.ts';
import { callsOwn, changeIn, dataOf, decides, isOperation, typeOf } from './data.ts';
import type { Data } from './data.ts';
import type { Perturbed } from './perturbed.ts';
import { Refusal } from './refusal.ts';
import { calleeOf } from './shader.ts';
import type { Shader } from './shader.ts';
import { bitcast, call } from './sink.ts';
import { rewriteFunctions } from './rewrite.ts';
import type { RewriteExpression } from './rewrite.ts';
import { partsOf } from './visit.ts';
import type { Part } from './visit.ts';

/**
 * Each operation is done again on its own result: `a * b` becomes `a * b * b`, so that no compiler finds it done already. A product that is
 * added is one operation with its sum. What is done again for nothing, such as a maximum, is done once.
 */
export function withTwiceTheArithmetic(shader: Shader): Perturbed {
  const data = dataOf(shader);
  let places = 0;
  const globals = rewriteFunctions(shader.globals, {
    expression: (part, rewrite) => {
      const twice = isOperation(data, part) ? again(data, part, rewrite) : null;
      if (twice) places++;
      return twice;
    },
    statement: (fn, statement, rewrite) => {
      if (decides(data, fn, statement)) return [statement];
      const twice = changedAgain(data, { fn, statement, rewrite });
      if (twice) places++;
      return twice && [twice];
    },
  });
  if (places === 0) throw new Refusal('it has no arithmetic on what it loads that could be done again');
  return { globals, behind: '', places };
}

interface Changing {
  readonly fn: string;
  readonly statement: Statement;
  readonly rewrite: RewriteExpression;
}

// `sum += x` as `sum = sum + x + x`.
function changedAgain(data: Data, { fn, statement, rewrite }: Changing): Statement | null {
  const change = changeIn(data, fn, statement);
  const type = change && typeOf(data.shader, change.target);
  if (!change || !type) return null;
  const { target, op, value, line } = change;
  const whole = { kind: 'binary', op, left: target, right: value, line } as const;
  const value2 = binaryAgain(data, { part: { fn, expression: whole, role: 'value' }, type, rewrite });
  return (
    value2 && {
      ...change,
      target: rewrite({ fn, expression: target, role: 'place' }),
      op: '=',
      value: value2,
    }
  );
}

interface Binary {
  readonly part: Part;
  readonly type: string;
  readonly rewrite: RewriteExpression;
}

function again(data: Data, part: Part, rewrite: RewriteExpression): Expression | null {
  const { expression } = part;
  if (expression.kind === 'call') return callAgain(data.shader, part, rewrite);
  const type = typeOf(data.shader, expression);
  return type === null ? null : binaryAgain(data, { part, type, rewrite });
}

function binaryAgain({ shader }: Data, { part, type, rewrite }: Binary): Expression | null {
  const { expression } = part;
  if (expression.kind !== 'binary' || expression.op === '%') return null;
  const fused = fusedAgain(shader, { part, type, rewrite });
  if (fused) return fused;
  const { op, left, right, line } = expression;
  const of = (each: Expression) => rewrite({ ...part, expression: each });
  // Of a sum or a product the shorter operand comes twice.
  const isShorterLeft = '+*'.includes(op) && sizeOf(part, left) < sizeOf(part, right);
  const repeated = isShorterLeft ? left : right;
  if (!isRepeatable(shader, { ...part, expression: repeated })) return null;
  const once: Expression = { kind: 'binary', op, left: of(left), right: of(right), line };
  // `a + b + b` of integers is one instruction to some devices.
  const isWhole = /[iu]32/.test(type) && typeOf(shader, repeated) === type;
  return {
    kind: 'binary',
    op: isWhole && '+-'.includes(op) ? '^' : op,
    left: once,
    right: of(repeated),
    line,
  };
}

// x + a·b, one operation to a device: a·b + (a·b + x).
function fusedAgain(shader: Shader, { part, type, rewrite }: Binary): Expression | null {
  const { expression } = part;
  if (expression.kind !== 'binary' || !'+-'.includes(expression.op) || /[iu]32/.test(type)) return null;
  const { op, left, right } = expression;
  const product = [right, ...(op === '+' ? [left] : [])].find(
    (each) => each.kind === 'binary' && each.op === '*',
  );
  if (product?.kind !== 'binary') return null;
  const factors = [product.left, product.right];
  if (!factors.every((each) => isRepeatable(shader, { ...part, expression: each }))) return null;
  const of = (each: Expression) => {
    const value = rewrite({ ...part, expression: each });
    return typeOf(shader, each) === type ? value : call(type, [value]);
  };
  const [a, b] = [of(product.left), of(product.right)];
  const signed: Expression = op === '+' ? a : { kind: 'unary', op: '-', of: a, line: expression.line };
  const added = of(product === right ? left : right);
  return call('fma', [signed, b, call('fma', [signed, b, added])]);
}

const repeatedOnResult = new Set(['exp', 'exp2', 'log', 'log2', 'sqrt', 'inverseSqrt', 'tanh', 'sin', 'cos']);

function callAgain(shader: Shader, part: Part, rewrite: RewriteExpression): Expression | null {
  const { expression } = part;
  if (expression.kind !== 'call') return null;
  const name = calleeOf(expression);
  const args = expression.args.map((each) => rewrite({ ...part, expression: each }));
  const once: Expression = { ...expression, args };
  if (repeatedOnResult.has(name)) return { ...expression, args: [once] };
  if (!expression.args.every((each) => isRepeatable(shader, { ...part, expression: each }))) return null;
  if (name === 'dot') return dotAgain(shader, expression, { once, args });
  const place = placeOfResult[name];
  const result = name.startsWith('dot4') ? bitcast('u32', once) : once;
  return place === undefined ? null : { ...expression, args: args.with(place, result) };
}

// The argument whose place the result takes.
const placeOfResult: { readonly [name: string]: number } = {
  fma: 2,
  subgroupMatrixMultiplyAccumulate: 2,
  pow: 0,
  dot4I8Packed: 0,
  dot4U8Packed: 0,
};

// The same sum of products once more, the first of them with the sum in it.
function dotAgain(
  shader: Shader,
  expression: Expression & { readonly kind: 'call' },
  { once, args }: { readonly once: Expression; readonly args: readonly Expression[] },
): Expression | null {
  const [first] = expression.args;
  const [a, b] = args;
  const type = first ? typeOf(shader, first) : null;
  const [, size = ''] = /^vec([234])/.exec(type ?? '') ?? [];
  if (!a || !b || type === null || size === '') return null;
  const rest: Expression = {
    kind: 'member',
    of: a,
    name: 'yzw'.slice(0, Number(size) - 1),
    line: expression.line,
  };
  return { ...expression, args: [call(type, [once, rest]), b] };
}

// Longer ones would make a text that doubles with every level.
const mostRepeated = 24;

function isRepeatable(shader: Shader, part: Part): boolean {
  return sizeOf(part, part.expression) <= mostRepeated && !callsOwn(shader, part);
}

function sizeOf(part: Part, expression: Expression): number {
  return [...partsOf({ ...part, expression })].length;
}
